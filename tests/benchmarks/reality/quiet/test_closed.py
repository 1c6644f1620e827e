import numpy as np
import pytest

from benchmarks.reality.quiet.closed import KINDS


@pytest.mark.parametrize("name", KINDS)
def test_both_tables_add_up_to_the_same(name):
    case = KINDS[name].make(np.random.default_rng(0))
    sums = [table.sum(axis=1).mean() for table in (case.reference, case.query)]
    assert sums[0] == pytest.approx(sums[1], abs=1e-3)
