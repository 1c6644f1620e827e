import numpy as np
import pytest

from featureshift.tables.kinds import Column, Kind
from featureshift.tables.schema.instants import changed_precision, changed_zone

DAY = 86400.0


def at(zone):
    stored = f"timestamp[us, tz={zone}]" if zone else "timestamp[us]"
    return Column("t", Kind.DATETIME, zoned=bool(zone), stored=stored)


@pytest.mark.parametrize(
    ("before", "after", "severity"),
    [
        ("", "UTC", "breaking"),
        ("Europe/Rome", "", "breaking"),
        ("Europe/Rome", "Asia/Tokyo", "breaking"),
        ("Europe/Rome", "UTC", "harmless"),
    ],
)
def test_zones(before, after, severity):
    found = changed_zone(at(before), at(after))
    assert found.severity == severity
    assert found.message == f"time zone changed: {before or 'none'} -> {after or 'none'}"


def test_same_zones():
    assert changed_zone(at("UTC"), at("Etc/UTC")) is None
    assert changed_zone(at(""), at("")) is None
    assert changed_zone(at("UTC"), Column("t", Kind.CATEGORICAL)) is None


def test_precision(rng):
    days = rng.integers(0, 20000, 300) * DAY
    seconds = days + rng.integers(0, 86400, 300)
    found = changed_precision("t", seconds, days)
    assert found.message.startswith("precision changed: seconds -> dates only (e.g. ")
    assert changed_precision("t", days, seconds) is not None
    assert changed_precision("t", days, days[::-1]) is None
    assert changed_precision("t", seconds, np.full(9, np.nan)) is None


def test_a_few_times_among_dates_may_be_chance(rng):
    days = rng.integers(0, 20000, 300) * DAY
    one = days.copy()
    one[0] += 60.0
    assert changed_precision("t", one, days) is None
