"""A table, and how it is to be read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from featureshift.errors import UnsupportedTableError
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.named_columns import named_columns
from featureshift.tables.places import open_place, open_stream
from featureshift.tables.table import Table


def read_table(
    source: str | Path | IO[bytes],
    *,
    separator: str | None = None,
    decimal: str | None = None,
    thousands: str | None = None,
    encoding: str | None = None,
    quote: str | None = None,
    header: bool | None = None,
    types: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> Table:
    r"""Open a table where its reading is not to be left to what it looks like.

    ``localize`` takes what this returns in place of a path. The options are those of one table,
    and two tables need not be written alike: that is why they are not options of ``localize``.
    A table that was opened once can be compared with many.

    Parameters
    ----------
    source
        A path, a URL or a stream of bytes.
    separator, decimal, thousands, encoding, quote, header
        The dialect of a delimited text; what is None is sniffed from its first lines.
    types
        Column, or a glob of columns -> "text", "number", "date" or "boolean".
    sheet
        The sheet of a workbook; None for its first.

    Examples
    --------
    >>> import io
    >>> text = io.BytesIO(b"zip;income\n1067;1.234,50\n99084;987,00\n")
    >>> table = read_table(text, decimal=",", types={"zip": "text"})
    >>> [f"{column.name}: {column.kind}" for column in table.columns]
    ['zip: categorical', 'income: numeric']
    """
    options = ReadOptions(
        Dialect(separator, decimal, thousands, encoding, quote, header), dict(types or {}), sheet
    )
    table = opened(source, options)
    named_columns(options.types, [column.name for column in table.columns], may_be_absent=True)
    return table


def opened(source: Any, options: ReadOptions) -> Table:
    """The table at a path, at a URL or in a stream; types of columns it lacks are passed over."""
    if isinstance(source, str | Path):
        return open_place(source, options)
    if callable(getattr(source, "read", None)):
        return open_stream(source, options)
    raise UnsupportedTableError(
        "only what is read has options of reading",
        expected="a path, a URL or a stream of bytes",
        found=f"{type(source).__module__}.{type(source).__name__}",
        remedy="pass this object to localize as it is",
    )
