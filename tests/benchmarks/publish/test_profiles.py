import dataclasses
import math

import pytest

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.profiles import f1_by, median_by_dataset, overall, profiles
from featureshift.bench.aggregate import GROUPINGS

CELLS = [  # data set, manipulation, f1, seconds
    ("u", "E1", 1.0, 1.0),
    ("u", "E2", 0.5, 3.0),
    ("v", "E1", 0.0, 10.0),
    ("w", "E1", 0.4, 4.0),
]


@pytest.fixture
def compared(make_row):
    def make(**changes):
        return ComparableRows(
            "s",
            tuple(
                make_row(
                    task=f"{name}/{kind}/0.10/10xall/0", method="m", f1=f1, seconds=s, **changes
                )
                for name, kind, f1, s in CELLS
            ),
        )

    return make


def test_means_over_the_tasks_of_a_data_set(compared):
    found = profiles(compared(n_features=3, rows_reference=10, rows_query=20), "m")
    assert found["u"].f1 == 0.75
    assert (found["u"].seconds, found["u"].seconds_max) == (2.0, 3.0)
    assert found["u"].cells == 90
    assert list(found) == ["u", "v", "w"]


def test_then_mean_or_median_over_data_sets(compared):
    mean, median = overall(compared(), "m", "mean"), overall(compared(), "m", "median")
    assert mean.f1 == pytest.approx((0.75 + 0 + 0.4) / 3)
    assert mean.seconds == pytest.approx((2 + 10 + 4) / 3)
    assert (median.f1, median.seconds) == (0.4, 4.0)
    assert mean.seconds_max == median.seconds_max == 10.0


def test_groups_average_within_data_sets_first(compared):
    scores = f1_by(compared(), GROUPINGS["manipulation"], "mean")
    assert scores["m", "E1"] == pytest.approx((1.0 + 0 + 0.4) / 3)
    assert scores["m", "E2"] == 0.5
    assert f1_by(compared(), GROUPINGS["manipulation"], "median")["m", "E1"] == 0.4
    assert f1_by(compared(), GROUPINGS["dataset"], "mean")["m", "u"] == 0.75


def test_median_of_a_data_set_is_over_its_finished_tasks(make_row):
    scores = [0.0, 0.2, 1.0, math.nan]
    rows = tuple(
        make_row(task=f"u/E{k}/0.10/10xall/0", method="m", f1=f1) for k, f1 in enumerate(scores)
    )
    late = dataclasses.replace(rows[-1], status="timeout", reason="x")
    assert median_by_dataset(ComparableRows("s", (*rows[:-1], late))) == {("m", "u"): 0.2}


def test_means_fill_unfinished_cells_and_medians_leave_them_out(make_row):
    rows = [
        make_row(task="u/E1/0.10/10xall/0", method="m", f1=0.8, seconds=1.0),
        make_row(task="v/E1/0.10/10xall/0", method="m", f1=math.nan, status="timeout", reason="x"),
        make_row(task="v/E1/0.10/10xall/0", method="other", f1=0.2),
    ]
    compared = ComparableRows("s", tuple(rows))
    assert overall(compared, "m", "mean").f1 == pytest.approx(0.5)
    assert overall(compared, "m", "mean").seconds_max == 600
    assert overall(compared, "m", "median").f1 == 0.8
    assert overall(compared, "m", "median").seconds_max == 1.0


def test_timings_of_a_shared_machine_do_not_count(compared):
    found = overall(compared(exclusive=False), "m", "mean")
    assert math.isnan(found.seconds)
    assert math.isnan(found.seconds_max)
    assert found.f1 > 0


def test_nothing_finished_has_no_median(make_row):
    row = make_row(method="m", f1=math.nan, status="timeout", reason="x")
    assert math.isnan(overall(ComparableRows("s", (row,)), "m", "median").f1)
