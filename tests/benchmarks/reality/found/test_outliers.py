import numpy as np
import pytest

from benchmarks.reality.found.outliers import FEWEST, gross_factor, sentinel, wrong_sign


@pytest.mark.parametrize("make", [gross_factor, wrong_sign, sentinel])
def test_some_hits_are_beyond_all_that_the_reference_holds(make):
    for seed in range(10):
        case = make(np.random.default_rng(seed))
        (name,) = case.shifted
        reference, query = case.reference[name], case.query[name]
        beyond = ((query < reference.min()) | (query > reference.max())).sum()
        hits = (query != case.untouched[name]).sum()
        assert FEWEST <= hits <= max(FEWEST, 0.021 * len(query))
        assert beyond >= 3
