import numpy as np
import pytest

from featureshift.explain.dates.calendar import with_day_and_month_swapped

from ...dates.building import said


@pytest.mark.parametrize("lost", [True, False])
@pytest.mark.parametrize("name", ["when", "sent"])
def test_swapped_where_possible(rng, name, lost):
    def change(t):
        swapped = with_day_and_month_swapped(t[name])
        return {name: swapped if lost else np.where(np.isnan(swapped), t[name], swapped)}

    found = said(rng, change, name=name)
    assert (found.code, found.confidence) == ("day-month-swapped", "high")
    assert found.words.endswith("all other dates are lost") is lost


def test_lost_dates_are_told_by_the_days_that_are_left(rng):
    found = said(rng, lambda t: {"born": with_day_and_month_swapped(t["born"])}, name="born")
    assert (found.code, found.confidence) == ("day-month-swapped", "high")
