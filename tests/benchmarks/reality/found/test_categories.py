import numpy as np

from benchmarks.reality.found.categories import coded_anew, level_merged, level_renamed


def column(case):
    (name,) = case.shifted
    return case.untouched[name], case.query[name]


def test_a_renamed_level_is_new():
    before, after = column(level_renamed(np.random.default_rng(0)))
    assert len({*after} - {*before}) == len({*before} - {*after}) == 1
    assert (before != after).mean() >= 0.08


def test_a_merged_level_is_gone():
    before, after = column(level_merged(np.random.default_rng(0)))
    assert {*after} < {*before}
    assert (before != after).mean() >= 0.08


def test_codes_changed_places_one_to_one():
    before, after = column(coded_anew(np.random.default_rng(0)))
    assert {*after} <= {*range(8)}
    assert after.groupby(before).nunique().eq(1).all()
    assert after.groupby(before).first().is_unique
