import math

import pytest

from featureshift.report.numbers import before_after, count, number, relation, score


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1, "1"),
        (9.9999, "10"),
        (999.96, "1,000"),
        (-1234567.8, "−1,234,568"),
        (0.00012, "0.00012"),
        (-1.5e-9, "−1.5e-9"),
        (1e300, "1e300"),
        (math.inf, "none"),
        (None, "none"),
    ],
)
def test_number(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("pair", "texts"),
    [
        ((10.0, 12.0), ("10", "12")),
        ((1000.0001, 1000.0002), ("1,000.0001", "1,000.0002")),
        ((36.1, 36.0), ("36.1", "36.0")),
        ((-2.0, 2.0), ("−2", "2")),
        ((0.0, 5.25), ("0", "5.25")),
        ((3.0, 3.0), ("3", "3")),
        ((math.nan, 1.0), ("none", "1")),
        ((1e12, 2e12), ("1e12", "2e12")),
        ((1.7289e9, 1.7338e9), ("1.7289e9", "1.7338e9")),
    ],
)
def test_before_and_after_show_their_difference(pair, texts):
    assert before_after(*pair) == texts


def test_score_of_any_size_is_short():
    values = [0, 1e-300, -1e-5, 0.5, 999.99, -1234.5, 1e8, 1e300]
    assert max(len(score(value)) for value in values) <= 11


def test_relation_without_a_value():
    assert relation(math.nan) == "none"


def test_count():
    assert count(0, "column") == "0 columns"
