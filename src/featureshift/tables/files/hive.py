"""Partitioned data sets: what the names of folders say about the rows of the files in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow as pa

from featureshift.tables.arrow import RecordBatches

MISSING = "__HIVE_DEFAULT_PARTITION__"
"""What writers call the folder of rows without a value."""

Keys = Mapping[str, str]
"""Key -> value of the folders that a file lies in."""


def folder_keys(path: Path, root: Path) -> Keys:
    """The keys in the names of the folders between a root and a file.

    >>> dict(folder_keys(Path("data/site=a%20b/day=2025-02-01/part.parquet"), Path("data")))
    {'site': 'a b', 'day': '2025-02-01'}
    """
    folders = path.relative_to(root).parts[:-1]
    pairs = (folder.partition("=") for folder in folders)
    return {unquote(key): unquote(value) for key, sign, value in pairs if key and sign}


def key_columns(keys: Sequence[Keys], names: Sequence[str]) -> dict[str, Any]:
    """Key -> its value for each file, an Arrow array of the type that all of them have.

    A key that the files hold as a column is left to them; one that some lack is missing there.

    >>> key_columns([{"year": "2024"}, {"year": "2025"}], ["x"])["year"].type
    DataType(int64)
    """
    wanted = [key for key in dict.fromkeys(k for each in keys for k in each) if key not in names]
    return {key: _typed([each.get(key, MISSING) for each in keys]) for key in wanted}


def _typed(texts: Sequence[str]) -> Any:
    """Whole numbers, dates or texts, whatever suits all."""
    cells = [None if text == MISSING else text for text in texts]
    for parse, dtype in ((_whole, pa.int64()), (date.fromisoformat, pa.date32())):
        try:
            return pa.array([None if cell is None else parse(cell) for cell in cells], dtype)
        except (ValueError, OverflowError, pa.ArrowException):
            continue
    return pa.array(cells, pa.string())


def _whole(text: str) -> int:
    """A number that is written as numbers are; 007 is a code."""
    number = int(text)
    if str(number) != text:
        raise ValueError(text)
    return number


def with_constants(
    read: RecordBatches, n_rows: int, n_columns: int, constants: Sequence[Any]
) -> RecordBatches:
    """Record batches of a file with so many columns, and a few more that hold one value each."""
    return partial(_batches, read, n_rows, n_columns, constants)


def _batches(
    read: RecordBatches,
    n_rows: int,
    n_columns: int,
    constants: Sequence[Any],
    indices: Sequence[int],
    rows: int,
) -> Iterator[Any]:
    own = [index for index in indices if index < n_columns]
    batches = read(own, rows) if own else _lengths(n_rows, rows)
    for batch in batches:
        length = batch if isinstance(batch, int) else batch.num_rows
        columns = iter([] if isinstance(batch, int) else batch.columns)
        arrays = [
            next(columns) if index < n_columns else pa.repeat(constants[index - n_columns], length)
            for index in indices
        ]
        yield pa.record_batch(arrays, names=[str(k) for k in range(len(arrays))])


def _lengths(n_rows: int, rows: int) -> Iterator[int]:
    """Of batches of which no column is read."""
    for start in range(0, n_rows, rows):
        yield min(rows, n_rows - start)
