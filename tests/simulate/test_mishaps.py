import numpy as np
import pytest

from featureshift.corpus.mixed import clinic, orders
from featureshift.simulate.date_mishaps import DATE_MISHAPS
from featureshift.simulate.mishaps import MISHAPS, decimals, is_related


def tables(seed=0, draw=clinic):
    rng = np.random.default_rng(seed)
    return draw(600, rng, rng), draw(600, rng, rng)


@pytest.mark.parametrize("code", MISHAPS)
def test_mishaps_return_new_columns_and_change_them(code):
    reference, query = tables(draw=orders if code in DATE_MISHAPS else clinic)
    before = {name: column.copy() for name, column in query.items()}
    applied = 0
    for name in query:
        new = MISHAPS[code](reference, query, name, np.random.default_rng(3))
        applied += bool(new)
        for other, column in new.items():
            assert other in query
            assert len(column) == 600
            assert [*column] != [*query[other]]
    assert applied
    for name, column in before.items():
        np.testing.assert_array_equal(query[name], column)


@pytest.mark.parametrize("code", ["shuffled", "row-offset"])
def test_moving_rows_keeps_the_values_and_needs_relations(code):
    reference, query = tables()
    new = MISHAPS[code](reference, query, "weight_kg", np.random.default_rng(0))["weight_kg"]
    np.testing.assert_array_equal(np.sort(new), np.sort(query["weight_kg"]))
    assert MISHAPS[code](reference, query, "temperature", np.random.default_rng(0)) == {}


def test_predicted_values_vary_less():
    reference, query = tables()
    for seed in range(6):
        new = MISHAPS["predicted"](reference, query, "weight_kg", np.random.default_rng(seed))
        assert np.var(new["weight_kg"]) < np.var(query["weight_kg"])


def test_same_seed_same_mishap():
    reference, query = tables()
    first, second = (
        MISHAPS["noise"](reference, query, "age", np.random.default_rng(1))["age"] for _ in range(2)
    )
    np.testing.assert_array_equal(first, second)


def test_decimals_and_relations():
    assert decimals(np.array([1.5, np.nan, 2.0])) == 1
    assert decimals(np.array([np.pi])) is None
    _, query = tables()
    assert is_related(query, "waist_cm")
    assert not is_related(query, "temperature")
