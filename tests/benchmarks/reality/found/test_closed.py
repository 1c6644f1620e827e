import numpy as np
import pytest

from benchmarks.reality.found import closed


@pytest.mark.parametrize(
    "make",
    [
        closed.shares_exchanged,
        closed.classes_exchanged,
        closed.codes_exchanged,
        closed.ranks_exchanged,
    ],
)
def test_two_columns_change_places_and_rows_add_up_as_before(make):
    case = make(np.random.default_rng(0))
    assert len(case.shifted) == 2
    assert np.allclose(case.query.sum(axis=1), case.untouched.sum(axis=1))


def test_a_share_in_percent():
    case = closed.share_in_percent(np.random.default_rng(0))
    (name,) = case.shifted
    assert np.allclose(case.query[name], 100 * case.untouched[name])
