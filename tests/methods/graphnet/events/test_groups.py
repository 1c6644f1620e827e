from itertools import combinations

import pytest

from featureshift.methods.graphnet.events.groups import groups


def two_sides(wrong=(), n=10, cut=4):
    """All pairs of n columns: tied within two sides, cut across, but for those that are wrong."""
    return [
        (a, b, 1.0 if ((a < cut) == (b < cut)) != ((a, b) in wrong) else -1.0)
        for a, b in combinations(range(n), 2)
    ]


def test_two_sides():
    assert groups(two_sides()) == [[0, 1, 2, 3], [4, 5, 6, 7, 8, 9]]


@pytest.mark.parametrize("wrong", [{(0, 9)}, {(0, 1), (3, 4)}, {(0, 5), (5, 6), (7, 8)}])
def test_a_few_wrong_ties_do_not_outvote_the_others(wrong):
    weaker = [(a, b, s / 2 if (a, b) in wrong else s) for a, b, s in two_sides(wrong)]
    assert groups(weaker) == [[0, 1, 2, 3], [4, 5, 6, 7, 8, 9]]


def test_more_than_two_groups():
    ties = [(0, 1, 3.0), (2, 3, 3.0), (4, 5, 3.0), (1, 2, -1.0), (3, 4, -1.0), (0, 5, -1.0)]
    assert groups(ties) == [[0, 1], [2, 3], [4, 5]]


def test_a_chain_of_ties_is_one_group():
    assert groups([(k, k + 1, 1.0) for k in range(50)]) == [list(range(51))]


def test_a_column_that_is_only_cut_stands_alone():
    assert groups([(0, 1, 2.0), (0, 7, -2.0)]) == [[0, 1], [7]]


def test_nothing_is_tied():
    assert groups([]) == []
