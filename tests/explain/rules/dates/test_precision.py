import numpy as np
import pytest

from featureshift.explain.dates.calendar import clock

from ...dates.building import DAY, said


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (60.0, "dates are cut to whole minutes"),
        (3600.0, "dates are cut to whole hours"),
        (DAY, "dates are cut to whole days: the time of day is lost"),
    ],
)
@pytest.mark.parametrize("later", [None, "2024-03-01"])
def test_cut(rng, step, words, later):
    found = said(rng, lambda t: {"when": np.floor(t["when"] / step) * step}, later=later)
    assert (found.code, found.confidence) == ("date-precision", "high")
    assert found.words.startswith(words)


def test_months(rng):
    def change(t):
        months = t["born"].astype(np.int64).astype("M8[s]").astype("M8[M]")
        return {"born": months.astype("M8[s]").astype(np.int64).astype(float)}

    assert said(rng, change, name="born").words == "dates are cut to whole months"


def test_a_time_of_day_that_was_not_there(rng):
    found = said(rng, lambda t: {"born": t["born"] + clock(t["when"])}, name="born")
    assert found.words == "dates have a time of day, which they had not before"
