"""JSON: a record in each line, or one list of records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables.files.file import File
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.streams import read_head, text_stream
from featureshift.tables.sources import from_arrow, from_records
from featureshift.tables.table import Table

LARGEST_BLOCK = 1 << 30


def open_json_lines(file: File, _: ReadOptions) -> Table:
    from pyarrow import json as arrow_json

    head, _is_all = read_head(file)
    if not head.strip():
        raise TableError(f"{file.name!r} is empty", expected="a record in each line")
    longest = max(map(len, head.split(b"\n")))
    block = min(max(64 * longest, 1 << 20), LARGEST_BLOCK)
    try:
        with text_stream(file) as stream:
            options = arrow_json.ReadOptions(block_size=block)
            return from_arrow(arrow_json.read_json(stream, read_options=options))
    except pa.ArrowInvalid:  # a field of several types: Arrow gives up, columns by columns do not
        with text_stream(file) as stream:
            lines = stream.read().decode("utf-8-sig").splitlines()
        numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
        return from_records([_record(line, number, file.name) for number, line in numbered])


def open_json(file: File, options: ReadOptions) -> Table:
    """A list of records, or records in lines under the more general name."""
    head, _ = read_head(file)
    if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"["):
        return open_json_lines(file, options)
    with text_stream(file) as stream:
        try:
            records = json.loads(stream.read())
        except (json.JSONDecodeError, UnicodeDecodeError) as cause:
            raise _no_json(file.name, str(cause)) from cause
    for number, record in enumerate(records, start=1):
        if not isinstance(record, Mapping):
            raise _no_json(file.name, f"element {number} is no record: {str(record)[:50]!r}")
    return from_records(records)


def _record(line: str, number: int, name: str) -> Mapping[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as cause:
        raise _no_json(name, f"line {number}: {cause}") from cause
    if not isinstance(record, Mapping):
        raise _no_json(name, f"line {number} is no record: {line[:50]!r}")
    return record


def _no_json(name: str, found: str) -> UnreadableTableError:
    return UnreadableTableError(
        f"cannot read {name[:200]!r} as JSON",
        expected='records such as {"age": 41, "city": "Oslo"}, one a line or all in one list',
        found=found,
    )
