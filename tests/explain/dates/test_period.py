import numpy as np
import pytest

from featureshift.explain.dates.calendar import clock
from featureshift.explain.dates.period import in_same_period, periods_differ

from .building import DAY, date_case


@pytest.mark.parametrize("later", ["2024-03-01", "2024-05-01", "2023-10-30"])
def test_days_are_the_querys_and_times_the_references(rng, later):
    column = date_case(rng, lambda _: {}, later=later).column
    assert periods_differ(column)
    placed = in_same_period(column)
    assert set(np.floor(placed / DAY)) <= set(np.floor(column.query / DAY))
    np.testing.assert_array_equal(clock(placed), clock(column.reference))


@pytest.mark.parametrize(
    "change",
    [lambda _: {}, lambda t: {"when": t["when"] + 20 * DAY}, lambda t: {"when": t["when"] % DAY}],
    ids=["same", "overlap", "1970"],
)
def test_one_time_or_none_at_all_is_no_other_period(rng, change):
    column = date_case(rng, change).column
    assert not periods_differ(column)
    assert in_same_period(column) is column.reference


def test_numbers_have_no_period(rng):
    assert not periods_differ(
        date_case(rng, lambda t: {"weight": t["weight"] + 99}, "weight").column
    )
