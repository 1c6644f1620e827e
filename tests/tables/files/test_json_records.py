import gzip
import json

import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import UnreadableTableError
from featureshift.tables import Kind, as_table

RECORDS = [
    {"n": 1.5, "s": "a", "day": "2024-01-31", "deep": {"x": 1}},
    {"n": None, "s": "b", "day": "2024-02-01", "deep": {"x": 2}},
    {"s": "b", "day": "2024-02-02"},
]


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def kinds(path):
    return {column.name: column.kind for column in as_table(path).columns}


@pytest.mark.parametrize("name", ["t.jsonl", "t.ndjson", "t.json"])
def test_records_in_lines(tmp_path, name):
    path = tmp_path / name
    path.write_text(lines(RECORDS))
    assert kinds(path) == {
        "n": Kind.NUMERIC,
        "s": Kind.CATEGORICAL,
        "day": Kind.DATETIME,
        "deep": Kind.UNSUPPORTED,
    }
    assert as_table(path).n_rows == 3


def test_compressed_lines(tmp_path):
    path = tmp_path / "t.jsonl.gz"
    path.write_bytes(gzip.compress(lines(RECORDS).encode()))
    assert as_table(path).n_rows == 3


def test_a_list_of_records(tmp_path):
    path = tmp_path / "t.json"
    path.write_text(json.dumps(RECORDS, indent=2))
    assert as_table(path).n_rows == 3
    assert kinds(path)["n"] is Kind.NUMERIC


def test_a_field_of_several_types_does_not_spoil_the_others(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(lines([{"a": 1, "b": 1}, {"a": "x", "b": 2}, {"b": 3.5}]))
    assert kinds(path) == {"a": Kind.CATEGORICAL, "b": Kind.NUMERIC}
    pair = read_pair(path, path)
    assert [note.code for note in pair.notes if note.column == "a"] == ["mixed-types"]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("t.jsonl", "", "is empty"),
        ("t.jsonl", '{"a": 1}\n{"a": \n', "line 2"),
        ("t.jsonl", '{"a": 1}\n5\n', "line 2 is no record"),
        ("t.json", "[1, 2]", "element 1 is no record"),
        ("t.json", '[{"a": 1}', "as JSON"),
    ],
)
def test_what_is_no_record_is_told_with_its_place(tmp_path, name, text, says):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises((UnreadableTableError, ValueError), match=says):
        as_table(path)
