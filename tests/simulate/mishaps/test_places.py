import numpy as np
import pytest

from featureshift.simulate.mishaps import MISHAPS

from .building import tables


@pytest.mark.parametrize("code", ["shuffled", "row-offset"])
def test_moving_rows_keeps_the_values_and_needs_relations(code):
    reference, query = tables()
    new = MISHAPS[code](reference, query, "weight_kg", np.random.default_rng(0))["weight_kg"]
    np.testing.assert_array_equal(np.sort(new), np.sort(query["weight_kg"]))
    assert MISHAPS[code](reference, query, "temperature", np.random.default_rng(0)) == {}
