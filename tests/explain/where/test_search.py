import numpy as np
import pytest

from featureshift.explain.columns import column_pairs
from featureshift.explain.where.families import families
from featureshift.explain.where.search import Sums, change, screen
from featureshift.explain.where.traces import Traces

from ..building import localized

ROWS = 4000


@pytest.fixture
def scene(rng):
    """Families of a table, and traces that know nothing, to be spoiled by a test."""
    made = {
        "x": rng.normal(size=ROWS),
        "region": np.array(list("abcdefgh"), object)[rng.integers(0, 8, ROWS)],
        "amount": rng.gamma(2.0, 100.0, ROWS),
    }
    kept = localized(made, made, ["x"]).evidence
    found = {f.kind: f for f in families(kept, column_pairs(kept), ["x"])}
    return found, rng.normal(size=(ROWS, 3)), rng.normal(size=(ROWS, 3))


def spoiled(scene, family, holds, size=1.0):
    found, reference, query = scene
    query[holds(found[family].values[1]), 1] += size
    return screen(found[family], Traces(reference, query))


def test_one_level(scene):
    best = spoiled(scene, "levels", lambda codes: codes == 3)
    assert (best.condition.op, best.condition.values) == ("in", (3.0,))
    assert best.score > 100


def test_two_levels_together(scene):
    best = spoiled(scene, "levels", lambda codes: codes >= 6)
    assert best.condition.values == (6.0, 7.0)


def test_a_cut(scene):
    best = spoiled(scene, "cuts", lambda amount: amount > 400)
    assert best.condition.op == "above"
    assert 300 < best.condition.values[0] < 500


@pytest.mark.parametrize(("first", "last"), [(3600, 4000), (0, 400), (1200, 1600)])
def test_a_stretch(scene, first, last):
    best = spoiled(scene, "order", lambda place: (place >= first) & (place < last))
    start, end = best.condition.values
    assert start == pytest.approx(first, abs=100)
    assert min(end, ROWS) == pytest.approx(last, abs=100)


@pytest.mark.parametrize("family", ["levels", "cuts", "order"])
def test_what_changed_everywhere_is_confined_to_nothing(scene, family):
    assert spoiled(scene, family, lambda values: values == values).score < 20


def test_stretches_of_a_restless_table_are_no_surprise(scene, rng):
    found, reference, query = scene
    places = [np.argsort(np.argsort(values)) for values in found["order"].values[:2]]
    waves = [np.cumsum(rng.normal(size=ROWS)) / 20 for _ in range(2)]
    for rows, place, wave in zip((reference, query), places, waves, strict=True):
        rows[:, 0] += wave[place]
    calm = found["order"]
    assert screen(calm, Traces(reference, query)).score < 60


def test_change_is_studentized():
    few = Sums(np.array([100.0]), np.array([[0.0]]))
    many = Sums(np.array([100.0]), np.array([[50.0]]))
    assert change(few, many, np.array([1.0])).z.tolist() == [[pytest.approx(0.5 / np.sqrt(0.02))]]
