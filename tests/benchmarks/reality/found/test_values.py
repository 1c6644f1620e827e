import numpy as np

from benchmarks.reality.found.values import clipped, exchanged, later_dates, rounded, wider


def column(case):
    (name,) = case.shifted
    return case.untouched[name], case.query[name]


def test_clipped_values_pile_up_at_the_ceiling():
    before, after = column(clipped(np.random.default_rng(0)))
    assert after.max() < before.max()
    assert (after == after.max()).mean() > 0.08


def test_rounded_values_are_few():
    before, after = column(rounded(np.random.default_rng(0)))
    assert after.nunique() < 0.3 * before.nunique()
    assert abs(after.mean() / before.mean() - 1) < 0.05


def test_wider_values_keep_their_mean():
    before, after = column(wider(np.random.default_rng(0)))
    assert after.std() > 1.4 * before.std()
    assert np.isclose(after.mean(), before.mean())


def test_dates_are_later_by_one_span():
    before, after = column(later_dates(np.random.default_rng(0)))
    assert (after - before).nunique() == 1
    assert (after - before).min().days >= 120


def test_exchanged_columns_hold_each_others_values():
    case = exchanged(np.random.default_rng(0))
    one, other = case.shifted
    assert case.query[one].equals(case.untouched[other].rename(one))
    assert case.query[other].equals(case.untouched[one].rename(other))
