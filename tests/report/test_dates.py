import pytest

from featureshift.report.dates import DAY, instant, round_instants

START = 1.7e9  # 2023-11-14 22:13:20


@pytest.mark.parametrize(
    ("span", "first"),
    [
        (10.0, "2023-11-14 22:13:20"),
        (3600.0, "2023-11-14 22:30"),
        (10 * DAY, "2023-11-16"),
        (200 * DAY, "2024-01-01"),
        (9 * 365 * DAY, "2025-01-01"),
        (400 * 365 * DAY, "2100-01-01"),
    ],
)
def test_ticks_are_where_the_calendar_is_round(span, first):
    ticks = round_instants(START, START + span, 4)
    assert 2 <= len(ticks) <= 4
    assert all(START <= tick <= START + span for tick in ticks)
    assert instant(ticks[0], span) == first


def test_before_1970():
    assert instant(-DAY, 100 * DAY) == "1969-12-31"
    assert round_instants(-400 * DAY, -10 * DAY, 4)


@pytest.mark.parametrize(("low", "high"), [(1e18, 2e18), (-1e300, 1e300), (0.0, 0.0)])
def test_what_no_calendar_holds(low, high):
    assert len(round_instants(low, high, 4)) <= 4
    assert instant(high, high - low)
