"""What is promised of every kind."""

import pandas as pd
import pytest

from benchmarks.reality.kind import make_case
from benchmarks.reality.kinds import FOUND, KINDS, QUIET

OPTIONS = {"groups", "time"}


@pytest.fixture(scope="module", params=KINDS)
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def case(kind):
    return make_case(kind, KINDS[kind], 1000)


def test_enough_kinds_each_with_a_name_of_its_own():
    assert len(QUIET) >= 15
    assert len(FOUND) >= 20
    assert not QUIET.keys() & FOUND.keys()


def test_both_tables_have_the_same_columns_of_the_same_kinds_of_values(case):
    assert [*case.reference] == [*case.query]
    assert case.query.columns.is_unique
    for name in case.reference.columns.difference([*case.shifted]):
        assert case.reference[name].dtype.kind == case.query[name].dtype.kind


def test_sizes_are_those_of_tables_that_people_have(case):
    assert 2 <= len(case.query) <= 60_000
    assert 30 <= len(case.reference) <= 100_000
    assert 3 <= case.query.shape[1] <= 62


def test_the_same_run_gives_the_same_case(case, kind):
    again = make_case(kind, KINDS[kind], 1000)
    pd.testing.assert_frame_equal(again.reference, case.reference)
    pd.testing.assert_frame_equal(again.query, case.query)
    assert again.truths == case.truths


def test_options_name_columns_that_are_not_shifted(case):
    assert case.options.keys() <= OPTIONS
    for name in case.options.values():
        assert name in case.query
        assert name not in case.shifted


def test_nothing_is_shifted_in_quiet_kinds_and_something_in_found_ones(case, kind):
    assert all(isinstance(name, str) for name in case.shifted | case.other_side)
    if kind in QUIET:
        assert not case.shifted
        assert case.untouched is None
    else:
        assert case.shifted
        assert case.shifted <= {*case.query}
        assert 2 * len(case.shifted) <= case.query.shape[1]


@pytest.mark.parametrize("kind", FOUND, scope="module")
def test_a_fault_touches_the_shifted_columns_and_no_others(case):
    for name in case.query:
        same = case.query[name].equals(case.untouched[name])
        assert same == (name not in case.shifted), name


def test_the_other_side_is_as_large_and_made_of_other_columns(case, kind):
    if kind in ("three-of-six", "half-of-columns"):
        assert len(case.other_side) == len(case.shifted)
        assert not case.other_side & case.shifted
        assert case.other_side <= {*case.query}
    else:
        assert not case.other_side
