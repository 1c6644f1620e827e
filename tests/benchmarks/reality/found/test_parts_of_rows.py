import numpy as np
import pytest

from benchmarks.reality.found.parts_of_rows import (
    last_tenth,
    one_device,
    one_device_mixed_up,
    one_region,
)


def touched(case):
    (name,) = case.shifted
    return case.query[name] != case.untouched[name]


@pytest.mark.parametrize("make", [last_tenth, one_device, one_device_mixed_up, one_region])
def test_about_a_tenth_of_the_rows_is_touched(make):
    for seed in range(3):
        assert 0.05 < touched(make(np.random.default_rng(seed))).mean() < 0.2


def test_the_rows_that_are_touched():
    rng = np.random.default_rng(0)
    case = one_region(rng)
    assert case.query["region"][touched(case)].nunique() == 1
    case = one_device(rng)
    assert case.query["device"][touched(case)].nunique() == 1
    case = one_device_mixed_up(rng)
    assert case.query["device"][touched(case)].nunique() == 1
    late = touched(last_tenth(rng))
    assert not late[: int(0.84 * len(late))].any()
