"""Tables on disk: CSV, TSV, Feather, Parquet; directories and globs of Parquet.

Parquet is read in record batches and never held whole. CSV is read at once, because only the whole
column tells its type.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from featureshift.errors import FeatureshiftError, TableError, UnreadableTableError
from featureshift.tables.arrow import ArrowTable
from featureshift.tables.kinds import Column, Kind, Note, is_zoned, kind_of_arrow, reconcile
from featureshift.tables.sources import from_arrow, refuse_duplicates
from featureshift.tables.table import Table

_DELIMITERS = ",;\t|"
PARTS_OF_A_FILE = 8
"""Parts of one Parquet file, at most: each opens the file anew and reads what it says of itself."""
_FRUGAL = {"pre_buffer": False, "buffer_size": 1 << 16}
"""Read column chunks piece by piece: a third less memory than whole, at the same speed."""


def open_path(path: str | Path) -> Table:
    """The table at a path, by its ending; a directory or a glob is a table of Parquet files."""
    with _own_errors(Path(path)):
        found = Path(path).expanduser()
        text = str(found)
        if found.is_dir() and str(path):
            return _open_parquet(text, _parquet_below(found))
        if found.is_file():
            return FORMATS[_ending(found)](found)
        if glob.has_magic(text):
            return _open_parquet(text, _matches(text))
    raise UnreadableTableError(
        f"there is no file {text!r}",
        expected="the path of an existing file or directory",
        remedy=f"the working directory is {Path.cwd()}",
    )


def _parquet_below(directory: Path) -> list[Path]:
    """Parquet files at any depth, but not in what writers hide (_temporary, .ipynb_checkpoints)."""
    return sorted(
        path
        for path in directory.rglob("*.parquet")
        if path.is_file()
        and not any(_is_hidden(part) for part in path.relative_to(directory).parts)
    )


def _matches(pattern: str) -> list[Path]:
    """Files that match a glob; a directory stands for the files below it."""
    found = sorted(map(Path, glob.glob(pattern, recursive=True)))  # noqa: PTH207 (absolute ones too)
    lists = [_parquet_below(path) if path.is_dir() else [path] for path in found]
    paths = [path for each in lists for path in each if not _is_hidden(path.name)]
    foreign = [path for path in paths if path.suffix.lower() != ".parquet"]
    if foreign:
        raise UnreadableTableError(
            f"{pattern!r} matches files that are not Parquet",
            expected="a glob of *.parquet files",
            found=foreign[0].name,
            remedy="name one CSV or Feather file, or convert them to Parquet",
        )
    return paths


def _is_hidden(name: str) -> bool:
    return name.startswith(("_", "."))


def _ending(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    ending = suffixes[-1] if suffixes else ""
    if ending in {".gz", ".bz2", ".zst"} and len(suffixes) == 2:
        ending = suffixes[0]
    if ending not in FORMATS:
        raise UnreadableTableError(
            f"cannot tell the format of {str(path)!r} from its name",
            expected=f"a name that ends in {', '.join(FORMATS)}",
            found=ending or "no ending",
            remedy="rename or convert the file",
        )
    return ending


@contextmanager
def _own_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except FeatureshiftError:  # some are ValueErrors, as Arrow's are
        raise
    except (pa.ArrowException, OSError, UnicodeDecodeError, RuntimeError) as cause:
        denied = isinstance(cause, PermissionError)
        raise UnreadableTableError(
            f"cannot read {str(path)[:200]!r}",
            found=(str(cause).splitlines() or [type(cause).__name__])[0],
            remedy="ask for permission to read it"
            if denied
            else "check that the file was written to the end, is what its name says, and is UTF-8",
        ) from cause


def _open_delimited(path: Path) -> Table:
    from pyarrow import csv

    table = csv.read_csv(
        path,
        parse_options=csv.ParseOptions(
            delimiter=_delimiter(path, _first_line(path)), newlines_in_values=True
        ),
        convert_options=csv.ConvertOptions(strings_can_be_null=True),
    )
    message = "holds text that is not UTF-8; left out"
    notes = {
        field.name: Note(field.name, "not-utf8", message)
        for field in table.schema
        if pa.types.is_binary(field.type)
    }
    return from_arrow(table, notes)


def _first_line(path: Path) -> str:
    with pa.input_stream(str(path)) as stream:  # knows .gz by its name
        head: bytes = stream.read(1 << 20)
    if not head.strip():
        raise TableError(f"{str(path)!r} is empty", expected="a header and at least one row")
    return head.lstrip().split(b"\n", 1)[0].decode("utf-8", errors="replace")


def _delimiter(path: Path, header: str) -> str:
    """Tab for .tsv; otherwise what separates most names in the header."""
    if ".tsv" in [suffix.lower() for suffix in path.suffixes]:
        return "\t"
    return max(_DELIMITERS, key=re.sub('"[^"]*"', "", header).count)


def _open_feather(path: Path) -> Table:
    from pyarrow import feather

    return from_arrow(feather.read_table(path, memory_map=True))


def _open_parquet(text: str, paths: Sequence[Path]) -> Table:
    """One table out of the rows of several Parquet files, in the order of their names."""
    from pyarrow import parquet

    if not paths:
        raise UnreadableTableError(
            f"no Parquet file matches {text!r}", expected="at least one *.parquet file"
        )
    schemas, groups = [], []  # groups: a path, numbers of its row groups, how many rows they have
    for path in paths:
        with _own_errors(path):
            file = parquet.ParquetFile(path)
            schemas.append(file.schema_arrow)
            rows = [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)]
            file.close()
        height = -(-len(rows) // PARTS_OF_A_FILE)
        for first in range(0, len(rows), max(height, 1)):
            numbers = range(first, min(first + height, len(rows)))
            groups.append((path, numbers, sum(rows[number] for number in numbers)))
    names = refuse_duplicates(schemas[0].names)
    _same_names(schemas, paths)
    columns = [_one_column(name, [schema.field(name).type for schema in schemas]) for name in names]
    parts = [(n_rows, partial(_row_groups, path, which, names)) for path, which, n_rows in groups]
    return ArrowTable(columns, parts)


def _row_groups(
    path: Path, numbers: Sequence[int], names: Sequence[str], indices: Sequence[int], rows: int
) -> Iterator[Any]:
    from pyarrow import parquet

    wanted = [names[index] for index in indices]
    with _own_errors(path), parquet.ParquetFile(path, **_FRUGAL) as file:
        for batch in file.iter_batches(rows, row_groups=list(numbers), columns=wanted):
            # Files list columns in their own order, whatever was asked for.
            yield batch.select(wanted)


def _same_names(schemas: Sequence[Any], paths: Sequence[Path]) -> None:
    for schema, path in zip(schemas[1:], paths[1:], strict=True):
        if set(schema.names) != set(schemas[0].names):
            differing = sorted(set(schema.names) ^ set(schemas[0].names))
            raise TableError(
                "the files of one table have different columns",
                expected=f"the columns of {paths[0].name!r} in every file",
                found=f"{path.name!r} differs in {', '.join(map(repr, differing[:5]))}",
            )


def _one_column(name: str, types: Sequence[Any]) -> Column:
    """A column over files that may store it in different types, as long as these compare."""
    kind: Kind | None = kind_of_arrow(types[0])
    for dtype in types[1:]:
        other = kind_of_arrow(dtype)
        kind = kind if kind is other or kind is None else reconcile(kind, other)
    if kind is None:
        message = "is of different types in the files of one table; left out"
        return Column(name, Kind.UNSUPPORTED, Note(name, "incompatible-types", message))
    return Column(name, kind, None, any(is_zoned(dtype) for dtype in types), str(types[0]))


FORMATS: dict[str, Callable[[Path], Table]] = {
    ".csv": _open_delimited,
    ".tsv": _open_delimited,
    ".txt": _open_delimited,
    ".parquet": lambda path: _open_parquet(str(path), [path]),
    ".feather": _open_feather,
    ".arrow": _open_feather,
}
"""Suffix of a file -> what opens it. A directory or a glob holds Parquet only."""
