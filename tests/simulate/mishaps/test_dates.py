import numpy as np
import pytest

from featureshift.corpus.mixed import orders, visits
from featureshift.simulate.mishaps import as_seconds
from featureshift.simulate.mishaps.dates import DATE_MISHAPS, as_dates, some_time


@pytest.fixture(params=[orders, visits])
def tables(request):
    rng = np.random.default_rng(4)
    return [request.param(500, rng, rng) for _ in range(2)]


@pytest.mark.parametrize("code", DATE_MISHAPS)
def test_dates_change_and_nothing_else_does(tables, code):
    reference, query = tables
    before = {name: column.copy() for name, column in query.items()}
    applied = 0
    for name in query:
        new = DATE_MISHAPS[code](reference, query, name, np.random.default_rng(3))
        applied += bool(new)
        for other, column in new.items():
            assert other == name
            assert column.dtype.kind == "M"
            assert not np.array_equal(column, query[name], equal_nan=True)
    assert applied
    for name, column in before.items():
        np.testing.assert_array_equal(query[name], column)


def test_seconds_and_back():
    dates = np.array(["2024-02-29T12:00:01", "NaT"], "M8[s]")
    np.testing.assert_array_equal(as_dates(as_seconds(dates)), dates)


def test_a_date_without_a_clock_moves_by_whole_days(tables):
    _, query = tables
    name = "due" if "due" in query else "born"
    steps = [some_time(query[name], np.random.default_rng(k)) for k in range(20)]
    assert all(step % np.timedelta64(1, "D") == np.timedelta64(0) for step in steps)
