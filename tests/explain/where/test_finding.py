"""A condition is found where there is one, and none is invented where there is none."""

import numpy as np
import pytest

from featureshift.explain.trial import TUNED_ON, cases, cases_in_parts, outcomes

from ..building import localized, table

ROWS = 3000


def scene(rng, rows=ROWS):
    return table(rng, rows) | {
        "region": np.array(list("nesw"), object)[rng.choice(4, rows, p=[0.4, 0.3, 0.2, 0.1])],
        "device": rng.integers(1, 11, rows).astype(float),
    }


def where_of(rng, change, name="x"):
    reference, query = scene(rng), scene(rng)
    result = localized(reference, query | {name: change(query)}, [name])
    (column,) = result.explain().columns
    return column


def only(rows, values, new):
    return np.where(rows, new, values)


def test_a_level(rng):
    column = where_of(rng, lambda t: only(t["region"] == "w", t["x"], t["x"] * 1000))
    assert (column.where.column, column.where.op, column.where.values) == ("region", "=", ("w",))
    assert column.where.share == pytest.approx(0.1, abs=0.02)
    assert column.diagnoses[0].code == "scale"
    assert column.diagnoses[0].numbers["factor"] == 1000


def test_a_device(rng):
    column = where_of(rng, lambda t: only(t["device"] == 7, t["x"], np.nan))
    assert (column.where.column, column.where.values) == ("device", (7.0,))
    assert column.kind == "missingness"


def test_a_cut(rng):
    column = where_of(rng, lambda t: only(t["lonely"] > 1.5, t["x"], -999.0))
    assert (column.where.column, column.where.op) == ("lonely", ">")
    assert column.where.values[0] == pytest.approx(1.5, abs=0.02)
    assert column.diagnoses[0].code == "sentinel"


def test_the_last_rows(rng):
    late = np.arange(ROWS) >= 2700
    column = where_of(rng, lambda t: only(late, t["x"], t["x"] / 2.54))
    assert (column.where.column, column.where.op) == (None, "rows")
    assert column.where.values[0] == pytest.approx(2701, abs=10)
    assert column.where.values[1] == ROWS


def test_a_relation_lost_in_some_rows(rng):
    def shuffled(t):
        rows = np.flatnonzero(t["region"] == "w")
        x = t["x"].copy()
        x[rows] = x[rng.permutation(rows)]
        return x

    column = where_of(rng, shuffled)
    assert (column.where.values, column.kind) == (("w",), "joint")
    assert column.diagnoses[0].code == "shuffled"


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t["x"],
        lambda t: t["x"] * 2.54,
        lambda t: np.clip(t["x"], 60, None),
        lambda t: np.where(np.arange(ROWS) % 10 == 0, -999.0, t["x"]),
        lambda t: np.where(np.arange(ROWS) % 300 == 0, t["x"] * 1000, t["x"]),
    ],
    ids=["nothing", "scale", "clipping", "every tenth row", "outliers"],
)
def test_what_happened_everywhere_is_confined_to_nothing(rng, change):
    assert where_of(rng, change).where is None


def test_parts_are_named_and_wholes_are_not():
    """In small; docs/diagnosis.md has it in full."""
    parts = list(outcomes(cases_in_parts(TUNED_ON, 1, seed=3)))
    assert np.mean([r.same_rows for r in parts]) >= 0.85
    wholes = list(outcomes(cases(TUNED_ON, 1, seed=4, rows=(4000, 5000))))
    assert sum(bool(r.where) for r in wholes) <= 1
