import math
from datetime import UTC, datetime

import pytest

from featureshift.tables.schema.date_format import DateFormat, date_formats

DAY = datetime(2024, 1, 31, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    "text",
    [
        *("2024-01-31", "31.01.2024", "31/01/2024", "01/31/2024", "31-01-2024", "2024/01/31"),
        *("20240131", "31.01.24", "31 Jan 2024", "31 January 2024", "Jan 31, 2024"),
        *("31-Jan-2024", "Wed, 31 Jan 2024", "2024-01-31T00:00:00Z", "2024-01-31 01:00:00+01:00"),
        *("31.01.2024 00:00", "01/31/2024 12:00 AM", "2024/01/31 00:00:00.000"),
    ],
)
def test_dates_are_read(text):
    assert DAY in [found.parse(text) for found in date_formats([text])]


@pytest.mark.parametrize("text", ["12345", "31.13.2024 or so", "tomorrow", "12.5"])
def test_other_texts_are_none(text):
    assert list(date_formats([text])) == []
    assert DateFormat().parse(text) == math.inf


def test_words_for_missing_are_missing():
    assert math.isnan(DateFormat("%d.%m.%Y").parse("n/a"))


def test_day_or_month_first_is_left_open():
    patterns = {found.pattern for found in date_formats(["05/06/2024"])}
    assert {"%d/%m/%Y", "%m/%d/%Y"} <= patterns
