import datetime as dt

import numpy as np
import pyarrow as pa
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import ColumnError, TableError

N = 60


def notes_of(reference, query, **options):
    others = {"ok": np.arange(N)[::-1] % 7}
    pair = read_pair({"c": reference} | others, {"c": query} | others, **options)
    return {note.code for note in pair.notes if note.column == "c"}, "c" in pair.features


def texts(prefix, n=N):
    return [f"{prefix}{i}" for i in range(n)]


def days(start, n=N):
    return [dt.datetime(2024, 1, 1) + dt.timedelta(days=start + i) for i in range(n)]


@pytest.mark.parametrize(
    ("reference", "query", "code", "scored"),
    [
        ([None] * N, [None] * N, "empty", False),
        ([None] * N, [1.0, 2.0] * (N // 2), "empty-in-reference", True),
        ([1.0, 2.0] * (N // 2), [np.nan] * N, "empty-in-query", True),
        ([5] * N, [5] * N, "constant", True),
        (texts("id"), texts("no"), "identifier", False),
        (texts("word " * 20), texts("text " * 20), "free-text", False),
        (days(0), days(30), "monotone-timestamp", False),
        (days(0)[::-1], days(30)[::-1], "monotone-timestamp", False),
        (list(range(N)), list(range(N, 2 * N)), "row-counter", False),
        ([1.0, np.inf] * (N // 2), [1.0, 2.0] * (N // 2), "infinite-values", True),
        ([1, "a"] * (N // 2), [2, "b"] * (N // 2), "mixed-types", True),
        ([b"x"] * N, [b"y"] * N, "unsupported-type", False),
        ([1.0] * N, texts("t") , "incompatible-types", False),
        (days(0), [1.5] * N, "incompatible-types", False),
    ],
)  # fmt: skip
def test_each_peculiarity_has_its_note(reference, query, code, scored):
    assert notes_of(reference, query) == ({code}, scored)
    with pytest.raises(ColumnError, match="c: "):
        notes_of(reference, query, strict=True)


@pytest.mark.parametrize(
    ("reference", "query"),
    [
        (["a", "b", "c"] * (N // 3), ["a", "b", "d"] * (N // 3)),
        ([5] * N, [6] * N),
        (days(0)[::2] + days(0)[1::2], days(0)),
        ([i * 2 for i in range(N)], [i * 2 for i in range(N)]),
        ([True, False] * (N // 2), [True, True] * (N // 2)),
        ([1, None] * (N // 2), [1, 1] * (N // 2)),
    ],
)
def test_ordinary_columns_have_none(reference, query):
    assert notes_of(reference, query) == (set(), True)


def test_a_few_distinct_texts_are_no_identifier():
    pair = read_pair({"c": ["a", "b", "c"]}, {"c": ["a", "b", "d"]})
    assert pair.notes == ()


def test_integers_beyond_double_precision_are_never_called_constant(rng):
    base = 2**63
    low = np.array([base + int(i) for i in rng.integers(0, 200, N)], np.uint64)
    codes, scored = notes_of(low, low + np.uint64(300))
    assert codes == {"precision-lost"}
    assert scored


def test_a_row_counter_is_known_in_a_choice_of_rows(rng):
    tables = [{"id": np.arange(2000) + start, "x": rng.normal(size=2000)} for start in (0, 5000)]
    pair = read_pair(*tables, max_rows=300)
    assert pair.features == ("x",)
    assert [note.code for note in pair.notes] == ["row-counter"]


def test_a_time_zone_on_one_side_only_is_told(rng):
    when = pa.array(rng.integers(0, 10**9, N), pa.timestamp("s"))
    zoned = when.cast(pa.timestamp("s", "UTC"))
    pair = read_pair(pa.table({"t": when}), pa.table({"t": zoned}))
    assert [note.code for note in pair.notes] == ["timezone-mix"]
    assert read_pair(pa.table({"t": zoned}), pa.table({"t": zoned})).notes == ()


def test_only_missing_in_one_table_is_left_out_with_a_note():
    pair = read_pair({"a": [1, 2], "b": [1, 2]}, {"a": [1, 3], "c": [1, 2]})
    assert pair.features == ("a",)
    assert {(n.column, n.code) for n in pair.notes} == {
        ("b", "missing-in-query"),
        ("c", "missing-in-reference"),
    }


def test_nothing_left_is_an_error_that_says_why():
    with pytest.raises(TableError, match="no value in either table"):
        read_pair({"c": [None, None]}, {"c": [None]})


def test_a_column_of_infinities_is_left_out_and_called_that():
    column, other = np.full(30, np.inf), np.tile([1.0, 5.0, 2.0], 10)
    pair = read_pair({"a": column, "b": other}, {"a": -column, "b": other})
    (note,) = [note for note in pair.notes if note.column == "a"]
    assert note.code == "empty"
    assert "60 infinities" in note.message


def test_an_identifier_is_known_though_the_other_table_repeats_it(rng):
    once, again = texts("id", 300), [f"id{k}" for k in rng.integers(0, 30, 300)]
    pair = read_pair({"c": once, "x": range(0, 600, 2)}, {"c": again, "x": range(0, 600, 2)})
    assert pair.features == ("x",)
    assert not pair.schema.broken
    assert "repeat a text of another row" in pair.schema.changes[-1].message


@pytest.mark.parametrize("flipped", [False, True])
def test_a_row_counter_is_known_though_rows_of_the_other_table_were_filtered(flipped):
    tables = list(range(N)), [7 * i + i % 3 for i in range(N)]
    assert notes_of(*(tables[::-1] if flipped else tables)) == ({"row-counter"}, False)
    few = read_pair({"c": list(range(N)), "x": [1, 2] * (N // 2)}, {"c": [4, 5, 9], "x": [1, 2, 1]})
    assert few.features == ("x",)


def test_ordered_values_that_repeat_or_are_no_whole_numbers_count_nothing():
    assert notes_of(list(range(N)), [i // 9 for i in range(N)]) == (set(), True)
    assert notes_of(list(range(N)), [i * 1.5 + 0.25 for i in range(N)]) == (set(), True)


def test_a_type_that_cannot_be_compared_is_named():
    tags = pa.array([[1, 2], [3]] * N)
    pair = read_pair(*(pa.table({"tags": tags, "x": range(2 * N)[::step]}) for step in (-1, -1)))
    (note,) = [note for note in pair.notes if note.column == "tags"]
    assert "list<" in note.message
    assert "columns of its parts" in note.message
