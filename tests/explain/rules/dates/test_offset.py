import pytest

from ...dates.building import DAY, said


@pytest.mark.parametrize("hours", [2, -5, 9, 5.5])
@pytest.mark.parametrize("later", [None, "2024-03-01"])
def test_hours_are_a_time_zone(rng, hours, later):
    found = said(rng, lambda t: {"when": t["when"] + hours * 3600}, later=later)
    assert (found.code, found.numbers["seconds"]) == ("offset", hours * 3600)
    way = "later" if hours > 0 else "earlier"
    shown = f"{abs(hours):g} hours"
    assert found.words.startswith(f"times are {shown} {way}: as after a change of time zone")


@pytest.mark.parametrize("days", [31, -14, 90])
def test_days(rng, days):
    found = said(rng, lambda t: {"when": t["when"] + days * DAY})
    assert (found.code, found.confidence) == ("offset", "high")
    assert found.numbers["seconds"] == pytest.approx(days * DAY, abs=2 * DAY)
    assert found.words.startswith("dates are about ")
    assert found.words.endswith(" days later" if days > 0 else " days earlier")


def test_the_delay_to_another_date_tells_too(rng):
    found = said(rng, lambda t: {"sent": t["sent"] + 3 * 3600}, name="sent")
    assert (found.code, found.numbers["seconds"]) == ("offset", 3 * 3600)


def test_whole_days_move_by_whole_days(rng):
    found = said(rng, lambda t: {"born": t["born"] + 3000 * DAY}, name="born")
    assert found.code == "offset"
    assert found.numbers["seconds"] % DAY == 0
    assert found.words == "dates are about 3,000 days later"
