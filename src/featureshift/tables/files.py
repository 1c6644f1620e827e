"""Tables on disk: CSV, TSV, Feather, Parquet; directories and globs of Parquet.

Parquet is read in record batches and never held whole. CSV is read at once, because only the whole
column tells its type.
"""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables.arrow import ArrowTable
from featureshift.tables.kinds import Column, kind_of_arrow
from featureshift.tables.sources import from_arrow, refuse_duplicates
from featureshift.tables.table import Table

_DELIMITERS = ",;\t|"
_FRUGAL = {"pre_buffer": False, "buffer_size": 1 << 16}
"""Read column chunks piece by piece: a third less memory than whole, at the same speed."""


def open_path(path: str | Path) -> Table:
    """The table at a path, by its ending; a directory or a glob is a table of Parquet files."""
    text = str(Path(path).expanduser())
    if glob.has_magic(text) and not Path(text).exists():
        matches = glob.glob(text, recursive=True)  # noqa: PTH207 (Path.glob takes no absolute pattern)
        return _open_parquet(text, sorted(map(Path, matches)))
    found = Path(text)
    if not found.exists():
        raise UnreadableTableError(
            f"there is no file {text!r}",
            expected="the path of an existing file or directory",
            remedy=f"the working directory is {Path.cwd()}",
        )
    if found.is_dir():
        return _open_parquet(text, sorted(found.rglob("*.parquet")))
    suffixes = [suffix.lower() for suffix in found.suffixes[-2:]]
    ending = suffixes[-1] if suffixes else ""
    if ending in {".gz", ".bz2", ".zst"} and len(suffixes) == 2:
        ending = suffixes[0]
    if ending not in _OPENERS:
        raise UnreadableTableError(
            f"cannot tell the format of {text!r} from its name",
            expected=f"a name that ends in {', '.join(_OPENERS)}",
            found=ending or "no ending",
            remedy="rename or convert the file",
        )
    with _own_errors(found):
        return _OPENERS[ending](found)


@contextmanager
def _own_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as cause:
        raise UnreadableTableError(
            f"cannot read {str(path)!r}",
            expected=f"a complete {path.suffix.lstrip('.').upper() or 'table'} file",
            found=str(cause).splitlines()[0],
            remedy="check that the file was written to the end and is what its name says",
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
    binary = [field.name for field in table.schema if pa.types.is_binary(field.type)]
    if binary:
        raise UnreadableTableError(
            f"the text of {str(path)!r} is not UTF-8",
            found=f"undecodable bytes in {', '.join(map(repr, binary[:5]))}",
            remedy="save the file as UTF-8",
        )
    return from_arrow(table)


def _first_line(path: Path) -> str:
    with pa.input_stream(str(path)) as stream:  # knows .gz by its name
        head: bytes = stream.read(1 << 20)
    if not head.strip():
        raise TableError(f"{str(path)!r} is empty", expected="a header and at least one row")
    return head.split(b"\n", 1)[0].decode("utf-8", errors="replace")


def _delimiter(path: Path, header: str) -> str:
    """Tab for .tsv; otherwise what separates most names in the header."""
    if ".tsv" in path.suffixes:
        return "\t"
    return max(_DELIMITERS, key=header.count)


def _open_feather(path: Path) -> Table:
    from pyarrow import feather

    return from_arrow(feather.read_table(path, memory_map=True))


def _open_parquet(text: str, paths: Sequence[Path]) -> Table:
    """One table out of the rows of several Parquet files, in the order of their names."""
    from pyarrow import parquet

    paths = [path for path in paths if not path.name.startswith(("_", "."))]
    if not paths:
        raise UnreadableTableError(
            f"no Parquet file matches {text!r}", expected="at least one *.parquet file"
        )
    schemas, n_rows = [], 0
    for path in paths:
        with _own_errors(path):
            file = parquet.ParquetFile(path)
            schemas.append(file.schema_arrow)
            n_rows += file.metadata.num_rows
            file.close()
    names = refuse_duplicates(schemas[0].names)
    schema = _one_schema(schemas, paths)
    columns = [Column(name, kind_of_arrow(schema.field(name).type)) for name in names]

    def read(indices: Sequence[int], rows: int) -> Iterator[Any]:
        wanted = [names[index] for index in indices]
        for path in paths:
            with _own_errors(path), parquet.ParquetFile(path, **_FRUGAL) as file:
                for batch in file.iter_batches(rows, columns=wanted):
                    # Files list columns in their own order, whatever was asked for.
                    yield batch.select(wanted)

    return ArrowTable(schema, columns, n_rows, read, on_disk=True)


def _one_schema(schemas: Sequence[Any], paths: Sequence[Path]) -> Any:
    for schema, path in zip(schemas[1:], paths[1:], strict=True):
        if set(schema.names) != set(schemas[0].names):
            differing = sorted(set(schema.names) ^ set(schemas[0].names))
            raise TableError(
                "the files of one table have different columns",
                expected=f"the columns of {paths[0].name!r} in every file",
                found=f"{path.name!r} differs in {', '.join(map(repr, differing[:5]))}",
            )
    try:
        return pa.unify_schemas(schemas, promote_options="permissive")
    except pa.ArrowException as cause:
        raise TableError(
            "the files of one table hold different types in one column", found=str(cause)
        ) from cause


_OPENERS: dict[str, Callable[[Path], Table]] = {
    ".csv": _open_delimited,
    ".tsv": _open_delimited,
    ".txt": _open_delimited,
    ".parquet": lambda path: _open_parquet(str(path), [path]),
    ".feather": _open_feather,
    ".arrow": _open_feather,
}
