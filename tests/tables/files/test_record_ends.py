import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.tables.files.record_ends import end_of_records


def read_one_by_one(text, separator, quote):
    """Where the last record ends, by the rules of Arrow's reader, a character at a time."""
    end, place, where = 0, 0, "at the start"
    while place < len(text):
        sign = text[place : place + 1]
        if where == "at the start" and sign == quote:
            where = "in quotes"
        elif where == "in quotes":
            if sign == quote and text[place + 1 : place + 2] == quote:
                place += 1
            elif sign == quote:
                where = "in a field"
        elif sign == b"\n":
            end, where = place + 1, "at the start"
        else:
            where = "at the start" if sign == separator else "in a field"
        place += 1
    return end


@settings(max_examples=2000)
@given(st.lists(st.sampled_from([b"a", b",", b'"', b"\n"]), max_size=30).map(b"".join))
def test_records_end_where_arrow_ends_them(text):
    assert end_of_records(text, b",", b'"') == read_one_by_one(text, b",", b'"')


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (b"", 0),
        (b"a,b", 0),
        (b"a\r\nb\r\n", 6),
        (b"a\rb", 2),  # breaks of old
        (b'5" pipe,x\n"a\nb', 10),
        (b'"a\n', 0),
        (b'\n"a""\n"', 1),
    ],
)
def test_ends(text, end):
    assert end_of_records(text, b",", b'"') == end


def test_no_quotes():
    assert end_of_records(b'"a\nb"', b",", b"") == 3
