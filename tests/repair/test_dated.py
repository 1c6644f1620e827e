import datetime

import pandas as pd
import polars as pl
import pytest

from tests.repair.made import explained, result_of


def repaired(code, query, **numbers):
    return result_of(explained("d", code, numbers=numbers), features=("d",)).repair(query)


def test_words_say_which_way():
    query = pd.DataFrame({"d": pd.to_datetime(["2024-01-01"])})
    assert "moved 2 hours earlier" in str(repaired("offset", query, seconds=7200.0))
    assert "moved 3 days later" in str(repaired("offset", query, seconds=-3 * 86400.0))


def test_days_without_a_time():
    query = pl.DataFrame({"d": [datetime.date(2024, 3, 4), None]})
    moved = repaired("offset", query, seconds=86400.0)
    assert moved.table["d"].to_list() == [datetime.date(2024, 3, 3), None]
    left = repaired("offset", query, seconds=3600.0)
    assert left.table.equals(query)
    assert "days without a time" in left.left[0].why


def test_only_a_day_that_could_be_a_month_is_swapped():
    query = pd.DataFrame({"d": pd.to_datetime(["2024-04-03 07:30", "2024-03-14 00:00", None])})
    found = repaired("day-month-swapped", query).table["d"]
    assert found.tolist()[:2] == list(pd.to_datetime(["2024-03-04 07:30", "2024-03-14 00:00"]))
    assert found.dtype == query["d"].dtype
    assert found.isna().tolist() == [False, False, True]


@pytest.mark.parametrize("code", ["offset", "day-month-swapped"])
def test_texts_are_no_dates(code):
    found = repaired(code, pd.DataFrame({"d": ["a", "b"]}), seconds=60.0)
    assert "holds no dates" in found.left[0].why
