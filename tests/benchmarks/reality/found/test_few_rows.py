import numpy as np

from benchmarks.reality.found.few_rows import gross_unit, numbers_lost


def test_batches_are_small_and_faults_are_not():
    rng = np.random.default_rng(0)
    case = gross_unit(rng)
    (name,) = case.shifted
    assert 30 <= len(case.query) <= 50
    factor = case.query[name].mean() / case.untouched[name].mean()
    assert max(factor, 1 / factor) >= 59
    case = numbers_lost(rng)
    (name,) = case.shifted
    assert case.query[name].isna().mean() > 0.4
