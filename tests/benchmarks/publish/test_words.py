import math

import pytest

from benchmarks.publish.words import (
    counted,
    listed,
    percent,
    score,
    seconds,
    table,
)


@pytest.mark.parametrize(
    ("value", "text"), [(0.0196, "0.0196"), (1.0, "1.00"), (600.0, "600"), (math.nan, "-")]
)
def test_seconds_have_three_digits(value, text):
    assert seconds(value) == text


def test_scores_and_shares():
    assert (score(0.97249), score(math.nan)) == ("0.972", "-")
    assert percent(1.0) == "100.0 %"


def test_lists_and_counts():
    assert listed(["a", "b"]) == "a and b"
    assert counted(0, "pair") == "0 pairs"


def test_table_is_markdown():
    assert table(["a", "b"], [["1", "2"]]).splitlines() == ["| a | b |", "|---|---|", "| 1 | 2 |"]
