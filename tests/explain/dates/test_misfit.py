import numpy as np
import pytest

from featureshift.explain.dates.calendar import calendar_days, day_of_month
from featureshift.explain.dates.misfit import dates_misfit

from .building import DAY, table


def misfit(rng, change, length=366):
    first, second = (table(rng, length=length)["when"] for _ in range(2))
    return dates_misfit(np.sort(first), np.sort(change(second)), 1.0)


@pytest.mark.parametrize("length", [20, 366])
def test_two_tables_of_one_time_are_alike(rng, length):
    assert min(misfit(rng, lambda x: x, length).p for _ in range(20)) > 1e-3


@pytest.mark.parametrize(
    "change",
    [
        lambda x: x + 3600,
        lambda x: np.floor(x / DAY) * DAY,
        lambda x: x[(np.floor(x / DAY) + 3) % 7 < 5],
        lambda x: x[x < np.median(x)],
        lambda x: x[day_of_month(calendar_days(x)) <= 12],
    ],
    ids=["an hour", "midnight", "no weekends", "half a year", "days up to 12"],
)
def test_what_changed_is_seen(rng, change):
    assert misfit(rng, change).p < 1e-6


def test_no_dates_differ_from_none():
    assert dates_misfit(np.array([]), np.array([1.0]), 1.0).p == 1.0
