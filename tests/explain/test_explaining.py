import json
from dataclasses import replace

import numpy as np
import pytest

import featureshift as fs
from featureshift.errors import FeatureshiftError, OptionError
from featureshift.event import Event
from featureshift.explain.evidence import KINDS

from .building import localized, table
from .population.people import more_young


def test_the_demonstration_is_understood(clinics):
    said = {c.feature: (c.kind, c.diagnoses[0].code) for c in clinics.columns}
    assert said == {
        "glucose": ("marginal", "scale"),
        "temperature": ("marginal", "rounding"),
        "smoker": ("marginal", "category-merged"),
        "weight_kg": ("joint", "shuffled"),
        "waist_cm": ("joint", "unclear"),
    }


def test_an_explanation_is_plain_data(clinics):
    text = json.dumps(clinics.to_dict(), allow_nan=False)
    assert json.loads(text)["rows_reference"] == 3000
    assert {c.kind for c in clinics.columns} <= set(KINDS)


def test_the_work_is_bounded(rng):
    reference, query = table(rng), table(rng)
    result = localized(reference, query, list(query))
    found = result.explain(max_columns=2)
    assert len(found.columns) == 2
    assert set(found.not_explained) == set(query) - {c.feature for c in found.columns}
    with pytest.raises(OptionError, match="max_columns"):
        result.explain(max_columns=-1)


def test_a_loaded_result_has_no_rows(rng):
    result = localized(table(rng), table(rng), ["x"])
    loaded = fs.Localization.from_dict(result.to_dict())
    with pytest.raises(FeatureshiftError, match="remedy: run localize"):
        loaded.explain()


def test_a_saved_result_gives_its_explanation_back(rng):
    reference = table(rng)
    query = table(rng)
    query["x"] = query["x"] * 2.54
    result = localized(reference, query, ["x", "text"])
    loaded = fs.Localization.from_json(result.to_json())
    assert loaded.explain() == result.explain()
    first = loaded.explain(max_columns=1)
    assert first.columns == result.explain().columns[:1]
    assert first.not_explained == (result.explain().columns[1].feature,)


def test_a_saved_explanation_that_was_damaged(rng):
    data = localized(table(rng), table(rng), ["x"]).to_dict()
    loaded = fs.Localization.from_dict(data | {"explanation": {"columns": [{"feature": "x"}]}})
    with pytest.raises(FeatureshiftError, match="cannot be read"):
        loaded.explain()


def test_nothing_shifted_nothing_explained(rng):
    result = localized(table(rng), table(rng), [])
    assert result.explain().columns == ()
    assert fs.Localization.from_json(result.to_json()).explain().columns == ()


def test_explaining_twice_says_the_same(rng):
    result = localized(table(rng), table(rng), ["x", "text"])
    assert result.explain() == result.explain()


def test_incompatible_types_are_told(rng):
    reference, query = table(rng), table(rng)
    texts = np.array([f"about {x:.0f} kg" for x in query["x"] // 20], object)
    found = localized(reference, query | {"x": texts}, ["a"]).explain()
    assert found.retyped["x"].code == "type-changed"


@pytest.mark.parametrize("rows", [1, 2, 15])
def test_a_handful_of_rows(rng, rows):
    found = localized(table(rng, rows), table(rng, rows), ["x", "text", "lonely"]).explain()
    assert all(c.diagnoses for c in found.columns)


def test_empty_constant_and_huge_columns(rng):
    reference, query = table(rng), table(rng)
    query["x"] = np.full(2000, np.nan)
    query["a"] = np.full(2000, 3.0)
    query["b"] = query["b"] * 1e300
    found = {c.feature: c for c in localized(reference, query, ["x", "a", "b"]).explain().columns}
    assert found["x"].kind == "missingness"
    assert found["x"].diagnoses[0].code == "missingness"
    assert found["a"].diagnoses[0].code == "constant-fill"
    json.dumps({name: c.chart.edges for name, c in found.items()}, allow_nan=False)


def test_the_most_striking_of_many_unshifted_columns_are_no_mishaps(rng):
    latent = rng.normal(size=(600, 20))
    table = latent @ rng.normal(size=(20, 3000)) * 0.3 + rng.normal(size=(600, 3000)) > 0.8
    result = fs.localize(table[:300].astype(float), table[300:].astype(float), n_shifted=25)
    explained = result.explain().columns
    assert not [c for c in explained if c.diagnoses[0].confidence == "high"]
    unclear = [c for c in explained if c.diagnoses[0].code == "unclear"]
    assert len(unclear) >= 22


def test_an_event_explains_all_of_its_columns(rng):
    reference, query = table(rng), table(rng)
    order = rng.permutation(len(query["x"]))
    query |= {name: query[name][order] for name in ("x", "a")}
    event = Event(("x", "a"), ("b", "text", "lonely"))
    found = replace(localized(reference, query, ["x", "a", "lonely"]), events=(event,)).explain()
    x, a, lonely = (next(c for c in found.columns if c.feature == n) for n in ("x", "a", "lonely"))
    assert [c.diagnoses[0].code for c in (x, a)] == ["moved-together"] * 2
    assert x.diagnoses[0].words.startswith("moved together against 'b', 'text', 'lonely'")
    assert (x.moved_with, a.together) == (("a",), ("a", "x"))
    assert (lonely.moved_with, lonely.diagnoses[0].code) == ((), "unclear")


def test_either_of_two_equal_sides_may_have_moved(rng):
    reference, query = table(rng), table(rng)
    event = Event(("x", "a"), ("b", "text"))
    found = replace(localized(reference, query, ["x", "a"]), events=(event,)).explain()
    assert found.columns[0].diagnoses[0].words.endswith("wrong join; or these against them")
    assert found.columns[0].diagnoses[0].confidence == "medium"


def test_an_event_that_a_population_explains_is_none(rng):
    reference, query = more_young(rng)
    result = localized(reference, query, ["age", "income", "spend"])
    result = replace(result, events=(Event(("income", "spend"), ("age", "tenure", "sex")),))
    assert all(c.moved_with == () for c in result.explain().columns)


def test_a_relation_that_ranks_do_not_show_is_told_by_what_it_explained(rng):
    reference, query = ({"x": rng.normal(size=2000), "z": rng.normal(size=2000)} for _ in "ab")
    reference["square"] = reference["x"] ** 2
    query["square"] = rng.permutation(query["x"] ** 2)
    [column] = localized(reference, query, ["square", "x"]).explain().columns[:1]
    assert column.kind == "joint"
    assert column.diagnoses[0].code == "unclear"
    assert "as correlations do not show: they explained 9" in column.what_happened
