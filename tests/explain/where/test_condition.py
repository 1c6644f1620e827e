import numpy as np
import pytest

from featureshift.explain.columns import column_pairs
from featureshift.explain.where.condition import Condition, roundest, told

from ..building import localized, table


@pytest.fixture
def columns(rng):
    made = table(rng, 200)
    instants = np.datetime64("2025-01-01") + rng.permutation(200).astype("timedelta64[D]")
    made |= {"member": made["x"] > 80, "seen": instants.astype("datetime64[s]")}
    return column_pairs(localized(made, made, ["x"]).evidence)


@pytest.mark.parametrize(
    ("condition", "held"),
    [
        (Condition("in", (1.0, 3.0)), [True, False, True, False]),
        (Condition("above", (1.0,)), [False, True, True, False]),
        (Condition("up to", (2.0,)), [True, True, False, False]),
        (Condition("between", (1.0, 3.0)), [True, True, False, False]),
    ],
)
def test_where_it_holds(condition, held):
    assert condition.holds(np.array([1.0, 2.0, 3.0, np.nan])).tolist() == held


def test_levels_are_told_by_name(columns):
    text = columns["text"]
    one = told(Condition("in", (float(text.labels.index("high")),)), text, 0.1, 200)
    assert one.words == "only where text = 'high' (10% of the rows)"
    assert (one.column, one.op, one.values, one.share) == ("text", "=", ("high",), 0.1)
    places = tuple(float(text.labels.index(label)) for label in ("high", "low"))
    two = told(Condition("in", places), text, 0.1, 200)
    assert two.words == "only where text is 'high' or 'low' (10% of the rows)"
    assert (two.op, two.values) == ("in", ("high", "low"))


def test_cuts_truths_and_days(columns):
    cut = told(Condition("above", (500.0,)), columns["x"], 0.25, 200)
    assert cut.words == "only where x > 500 (25% of the rows)"
    assert (cut.op, cut.values) == (">", (500.0,))
    truth = told(Condition("in", (1.0,)), columns["member"], 0.3, 200)
    assert truth.words == "only where member = true (30% of the rows)"
    assert truth.values == (True,)
    day = told(Condition("up to", (86400.0 * 365,)), columns["seen"], 0.3, 200)
    assert day.words == "only where seen <= 1971-01-01 (30% of the rows)"


@pytest.mark.parametrize(
    ("values", "words", "rows"),
    [
        ((9000.0, np.inf), "only in the last 10% of the rows (from row 9,001 on)", (9001, 10000)),
        ((0.0, 500.0), "only in the first 5% of the rows (up to row 500)", (1, 500)),
        ((3000.0, 4000.0), "only in rows 3,001 to 4,000 (10% of the rows)", (3001, 4000)),
    ],
)
def test_stretches_are_told_by_rows_of_the_whole_table(values, words, rows):
    where = told(Condition("between", values), None, 0.123, 10_000)
    assert (where.words, where.column, where.op, where.values) == (words, None, "rows", rows)
    assert where.share == (rows[1] - rows[0] + 1) / 10_000


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(499.2, 500.7, 500), (8998, 9003, 9000), (1.23, 1.29, 1.25), (-7.3, -6.2, -7), (5, 5, 5)],
)
def test_the_roundest_number(low, high, found):
    assert roundest(low, high) == pytest.approx(found)
