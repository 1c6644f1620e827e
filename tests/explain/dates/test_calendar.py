import datetime

import numpy as np
import pytest

from featureshift.explain.dates.calendar import (
    DAY,
    calendar_days,
    clock,
    day_of_month,
    days,
    is_summer,
    month_of_year,
    seconds,
    weekday,
    with_day_and_month_swapped,
)


@pytest.fixture
def instants(rng):
    return rng.integers(-(10**9), 4 * 10**9, 500).astype(float)


def moments(instants):
    start = datetime.datetime(1970, 1, 1)
    return [start + datetime.timedelta(seconds=float(s)) for s in instants]


def test_parts_of_an_instant_are_those_of_the_calendar(instants):
    for k, moment in enumerate(moments(instants)):
        assert weekday(instants)[k] == moment.weekday()
        assert clock(instants)[k] == moment.hour * 3600 + moment.minute * 60 + moment.second
        dates = calendar_days(instants)
        assert (day_of_month(dates)[k], month_of_year(dates)[k]) == (moment.day, moment.month)


def test_day_and_clock_make_the_instant(instants):
    np.testing.assert_array_equal(days(instants) + clock(instants), instants)
    np.testing.assert_array_equal(seconds(calendar_days(instants)), days(instants))


def test_swapping_twice_is_no_change(instants):
    once = with_day_and_month_swapped(instants)
    for moment, new in zip(moments(instants), once, strict=True):
        if moment.day > 12:
            assert np.isnan(new)
        else:
            (swapped,) = moments([new])
            assert swapped == moment.replace(day=moment.month, month=moment.day)
    known = ~np.isnan(once)
    np.testing.assert_array_equal(with_day_and_month_swapped(once[known]), instants[known])


@pytest.mark.parametrize(
    ("zone", "begin", "end"),
    [("Europe", "2025-03-30", "2025-10-26"), ("America", "2025-03-09", "2025-11-02"),
     ("Europe", "2024-03-31", "2024-10-27"), ("America", "2024-03-10", "2024-11-03")],
)  # fmt: skip
def test_clocks_change_on_sundays(zone, begin, end):
    edges = seconds(np.array([begin, end], "M8[D]"))
    around = np.array([edges[0] - DAY, edges[0], edges[1] - DAY, edges[1]])
    assert is_summer(around, zone).tolist() == [False, True, True, False]


def test_what_no_calendar_holds_is_missing():
    odd = np.array([np.nan, 1e300, 0.0])
    assert np.isnat(calendar_days(odd)).tolist() == [True, True, False]
    assert np.isnan(seconds(calendar_days(odd))).tolist() == [True, True, False]
    assert not is_summer(odd, "Europe").any()
