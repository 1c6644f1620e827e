import numpy as np

from featureshift.explain.columns import column_pairs
from featureshift.explain.other_rows import in_doubt, is_a_mishap

from .building import localized
from .population.people import more_young, people


def test_a_population_is_told_once(rng):
    reference, query = more_young(rng)
    names = ["age", "income", "spend", "tenure"]
    found = localized(reference, query, names).explain()
    assert [driver.feature for driver in found.population.drivers] == ["age"]
    assert set(found.population.explained) == {"income", "spend", "tenure"}
    assert found.population.not_explained == ()
    assert found.population.share > 0.8
    assert {(c.kind, c.diagnoses[0].code) for c in found.columns} == {("population",) * 2}
    assert {c.feature for c in found.columns} == set(names)


def test_a_mishap_is_seen_through_a_population(rng):
    reference, query = more_young(rng)
    query["spend"] = query["spend"] * 1000
    found = localized(reference, query, ["age", "income", "spend", "tenure"]).explain()
    said = {c.feature: c.diagnoses[0] for c in found.columns}
    assert found.population.not_explained == ("spend",)
    assert said["income"].code == "population"
    assert (said["spend"].code, said["spend"].numbers["factor"]) == ("scale", 1000)


def test_different_populations_get_no_confident_mishap(rng):
    reference, query = people(rng, 1000), people(rng, 1000)
    for name, factor in (("income", 1.3), ("spend", 0.8), ("tenure", 1.5), ("height", 1.06)):
        query[name] = query[name] * factor + rng.normal(0, 0.3 * query[name].std(), 1000)
    found = localized(reference, query, ["income", "spend", "tenure", "height"]).explain()
    assert found.population.different
    assert found.population.drivers == ()
    assert all(d.confidence != "high" for column in found.columns for d in column.diagnoses)


def test_a_batch_number_tells_different_groups(rng):
    reference, query = people(rng, 1000), people(rng, 1000)
    reference["batch"], query["batch"] = np.full(1000, 1.0), np.full(1000, 2.0)
    query["height"] = query["height"] + 4
    found = localized(reference, query, ["batch", "height"]).explain()
    assert "'batch': every row has 2, and had 1" in found.population.words
    assert {c.feature: c.diagnoses[0].code for c in found.columns} == {
        "batch": "other-period",
        "height": "population",
    }


def sides(change, rows=1500):
    rng = np.random.default_rng(11)
    first, second = (rng.normal(170.0, 9.0, rows).round() for _ in "ab")
    other = rng.random((2, rows))
    reference, query = (
        {"x": x, "z": z} for x, z in ((first, other[0]), (change(second), other[1]))
    )
    result = localized(reference, query, ["x"])
    return result.explain().columns[0], column_pairs(result.evidence)["x"]


def test_what_overlaps_with_nothing_is_no_choice_of_rows():
    column, pair = sides(lambda x: x / 2.54)
    assert pair.overlap == 0.0
    assert is_a_mishap(column, pair)
    assert in_doubt(column, pair) is column


def test_what_the_grid_proves_is_no_choice_of_rows():
    column, pair = sides(lambda x: x + 6.37)
    assert pair.overlap > 0.9
    assert column.diagnoses[0].code == "offset"
    assert is_a_mishap(column, pair)


def test_an_offset_along_the_grid_may_be_another_population():
    column, pair = sides(lambda x: x + 6)
    assert not is_a_mishap(column, pair)
    assert in_doubt(column, pair).kind == "population"
