import numpy as np
import pytest

from benchmarks.reality.found.blocks import half, less_than_half, three_of_six


@pytest.mark.parametrize("make", [half, less_than_half, three_of_six])
def test_relations_within_the_block_stay_and_those_across_are_lost(make):
    case = make(np.random.default_rng(1))
    block = sorted(case.shifted)
    rest = [name for name in case.query if name not in case.shifted]
    before, after = case.untouched.corr("spearman"), case.query.corr("spearman")
    assert np.allclose(before.loc[block, block], after.loc[block, block])
    assert before.loc[block, rest].abs().max(axis=None) > 0.3
    assert after.loc[block, rest].abs().max(axis=None) < 0.25


def test_only_sides_of_equal_size_excuse_each_other():
    rng = np.random.default_rng(0)
    case = three_of_six(rng)
    assert len(case.other_side) == 3
    assert all(name.startswith("m") for name in case.other_side | case.shifted)
    assert not less_than_half(rng).other_side
    case = half(rng)
    assert case.shifted | case.other_side == {*case.query}
