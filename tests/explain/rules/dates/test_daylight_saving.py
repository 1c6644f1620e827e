import numpy as np
import pytest

from featureshift.explain.dates.calendar import is_summer

from ...dates.building import said


@pytest.mark.parametrize(("zone", "winter", "sign"), [("Europe", 1, 1), ("America", -5, -1)])
def test_one_hour_more_in_summer(rng, zone, winter, sign):
    def change(t):
        return {"when": t["when"] + sign * 3600 * (winter + is_summer(t["when"], zone))}

    found = said(rng, change)
    assert found.code == "time-zone"
    assert found.numbers == {"winter": sign * winter * 3600, "summer": sign * (winter + 1) * 3600}
    assert found.words.endswith("in summer: as after a change of time zone")


def test_not_within_one_season(rng):
    found = said(rng, lambda t: {"when": t["when"] + 3600}, later="2024-05-01")
    assert found.code == "offset"
    assert np.isclose(found.numbers["seconds"], 3600)
