import numpy as np
import pytest

from featureshift.methods.base import Move
from featureshift.methods.graphnet.events.settled import moved_columns, settled
from featureshift.methods.graphnet.expected_f1 import LEAST, best_cut
from featureshift.methods.trained import probability

CALIBRATION = {"cut": 1.0}


def test_moved_columns():
    moves = [Move((0, 2), (1, 3, 4)), Move((5, 6), (1, 3, 4))]
    assert moved_columns(moves, 8).tolist() == [True, False, True, False, False, True, True, False]


@pytest.mark.parametrize("others", [3, 4, 30])
@pytest.mark.parametrize("doubt", [-3.0, 0.2, 3.0])
def test_exactly_what_moved_is_above_every_cut(others, doubt):
    """Whatever the network thought of it, where the other columns pass for unshifted."""
    move = Move((0, 1, 2), tuple(range(3, 3 + others)))
    without = np.linspace(-6, 0.9, others + 5)
    logits = np.full(others + 8, doubt)
    found = probability(settled(logits, [move], without, CALIBRATION))
    assert (found[:3] > 0.5).all()
    assert (found[3:] < LEAST).all()
    assert (found > best_cut(found)).tolist() == [True] * 3 + [False] * (others + 5)


def test_what_else_is_shifted_stays_so():
    without = np.array([-5.0, -5.0, -5.0, 4.0])
    found = settled(np.zeros(6), [Move((0, 1), (2, 3, 4))], without, CALIBRATION)
    assert found[2:].tolist() == without.tolist()


def test_the_smaller_the_surer():
    sizes = 2, 4, 20
    found = [
        settled(np.zeros(2 + n), [Move((0, 1), tuple(range(2, 2 + n)))], np.zeros(n), {})[0]
        for n in sizes
    ]
    assert found == sorted(found)
    assert probability(found[-1]) == pytest.approx(20 / 22)


def test_a_surer_network_is_believed():
    found = settled(np.array([7.0, -1.0, 0.0, 0.0]), [Move((0, 1), (2, 3))], np.zeros(2), {})
    assert found[0] == 7.0


def test_a_network_that_has_flagged_columns_gets_no_further_ones():
    logits = np.array([4.0, 4.0, -4.0, -4.0, 3.0, -4.0])
    without = np.array([-5.0, 2.0, 3.5, 1.5])
    found = settled(logits, [Move((0, 1), (2, 3))], without, CALIBRATION)
    assert found[2:].tolist() == [-5.0, -4.0, 3.0, -4.0]
