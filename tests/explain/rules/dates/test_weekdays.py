import numpy as np
import pytest

from featureshift.explain.dates.calendar import weekday

from ...dates.building import DAY, said


def test_rows_on_weekends_are_gone(rng):
    def change(t):
        rows = rng.choice(np.flatnonzero(weekday(t["when"]) < 5), len(t["when"]))
        return {name: values[rows] for name, values in t.items()}

    found = said(rng, change)
    assert (found.code, found.confidence) == ("weekdays", "high")
    assert found.words.startswith("no date is on a Saturday or Sunday any more (1")


@pytest.mark.parametrize(("target", "way"), [(7, "next"), (4, "last")])
def test_weekends_are_moved(rng, target, way):
    def change(t):
        day = weekday(t["when"])
        return {"when": t["when"] + DAY * np.where(day > 4, target - day, 0)}

    found = said(rng, change)
    assert (found.code, found.confidence) == ("weekdays", "high")
    assert f"Saturday or Sunday are moved to the {way} day that is none" in found.words


def test_other_shares(rng):
    def change(t):
        weights = 1.0 + 3.0 * (weekday(t["when"]) == 0)
        rows = rng.choice(len(weights), len(weights), p=weights / weights.sum())
        return {name: values[rows] for name, values in t.items()}

    assert "are Mondays instead of" in said(rng, change).words
