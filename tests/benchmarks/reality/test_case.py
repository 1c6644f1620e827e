import numpy as np
import pandas as pd
import pytest

from benchmarks.reality.case import Case, in_random_order


@pytest.fixture
def case():
    table = pd.DataFrame({"x": range(6), "y": list("abcdef"), "who": [1, 1, 2, 2, 3, 3]})
    return Case.cut(table, 4, groups="who")


def test_cut_keeps_the_order_and_counts_rows_anew(case):
    assert case.reference["x"].tolist() == [0, 1, 2, 3]
    assert case.query["x"].tolist() == [4, 5]
    assert case.query.index.tolist() == [0, 1]


def test_a_case_without_fault_has_one_truth_nothing(case):
    assert case.truths == (frozenset(),)
    assert case.untouched is None


def test_a_fault_changes_the_named_columns_and_keeps_the_query_before(case):
    broken = case.broken({"x": case.query["x"] * 10}, other_side={"y"})
    assert broken.query["x"].tolist() == [40, 50]
    assert broken.query["y"].tolist() == ["e", "f"]
    assert broken.untouched["x"].tolist() == [4, 5]
    assert broken.truths == (frozenset({"x"}), frozenset({"y"}))
    assert case.query["x"].tolist() == [4, 5]


def test_refused_options_take_their_columns_along(case):
    broken = case.broken({"x": [0, 0]})
    kept, dropped = broken.for_options({"groups"}), broken.for_options({"time"})
    assert dict(kept.options) == {"groups": "who"}
    assert [*kept.query] == ["x", "y", "who"]
    assert dropped.options == {}
    assert [*dropped.query] == [*dropped.reference] == [*dropped.untouched] == ["x", "y"]
    assert dropped.shifted == {"x"}


def test_a_column_that_an_accepted_option_names_stays():
    table = pd.DataFrame({"x": [1, 2], "day": [1, 2]})
    case = Case.cut(table, 1, groups="day", time="day").for_options({"groups"})
    assert [*case.query] == ["x", "day"]


def test_random_order_keeps_rows_whole(case):
    shuffled = in_random_order(np.random.default_rng(3), case.reference)
    assert shuffled["x"].tolist() != case.reference["x"].tolist()
    pd.testing.assert_frame_equal(
        shuffled.sort_values("x", ignore_index=True), case.reference, check_like=True
    )
    both = case.shuffled(np.random.default_rng(0))
    assert sorted(both.query["x"]) == [4, 5]
