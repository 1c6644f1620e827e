import datetime

import numpy as np
import pandas as pd
import pytest

import featureshift as fs
from featureshift.errors import OptionError, TableError

from .made import site


@pytest.fixture
def series(rng):
    frame = site(rng, 3000)
    frame["ts"] = pd.date_range("2025-01-01", periods=3000, freq="h")
    late = frame["ts"] >= "2025-02-20"
    frame.loc[late, "d"] += 1.0
    return frame


def test_after_against_before(series):
    found = fs.compare_split(series, "ts", "2025-02-20")
    late = series["ts"] >= "2025-02-20"
    wanted = fs.localize(series[~late], series[late], time="ts")
    assert found.shifted_features == ("d",)
    np.testing.assert_array_equal(found.scores, wanted.scores)
    assert found.labels == ("before 2025-02-20", "from 2025-02-20")


@pytest.mark.parametrize(
    "at", [datetime.date(2025, 2, 20), "2025-02-20T00:00:00+00:00", "2025-02-19 23:59"]
)
def test_ways_to_say_when(series, at):
    assert fs.compare_split(series, "ts", at).rows_used.reference == 1200


def test_numbers_can_be_split_too(rng):
    table = {"v": rng.normal(size=100), "step": [*range(99), None]}
    assert tuple(fs.compare_split(table, "step", 50).rows_used) == (50, 49)


def test_what_cannot_be_split(series):
    with pytest.raises(OptionError, match="is no date"):
        fs.compare_split(series, "ts", "some day")
    with pytest.raises(TableError, match="no row of 'ts' is before 2020-01-01"):
        fs.compare_split(series, "ts", "2020-01-01")
    with pytest.raises(TableError, match="cannot be split"):
        fs.compare_split(series, "color", "2025-01-01")
    with pytest.raises(OptionError, match="holds numbers"):
        fs.compare_split(series, "a", "2025-01-01")
