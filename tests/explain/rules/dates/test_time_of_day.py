import numpy as np
import pytest

from featureshift.explain.dates.calendar import clock, days

from ...dates.building import DAY, said


@pytest.mark.parametrize("later", [None, "2024-03-01"])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda c: c % (DAY / 2), "AM and PM are not told apart"),
        (lambda c: np.full(len(c), 45000.0), "all times of day are 12:30"),
        (lambda c: np.clip(c, 36000, 50400), "cut off to those from 10:00 to 15:00"),
        (lambda c: np.sqrt(c / DAY) * DAY, "the time of day changed (median 12:"),
    ],
    ids=["noon", "one", "office", "any"],
)
def test_the_clock_changed(rng, change, words, later):
    found = said(rng, lambda t: {"when": days(t["when"]) + change(clock(t["when"]))}, later=later)
    assert found.code == "time-of-day"
    assert words in found.words


def test_rows_outside_of_office_hours_are_gone(rng):
    def change(t):
        inside = np.flatnonzero((clock(t["when"]) >= 36000) & (clock(t["when"]) < 54000))
        rows = rng.choice(inside, len(t["when"]))
        return {name: values[rows] for name, values in t.items()}

    found = said(rng, change)
    assert found.words.startswith("there are only times of day from 10:00 to 15:00")
