"""A delimited text whose dialect is known, read by Arrow: at once, or a block at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from featureshift.errors import TableError
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.encoding import decoded, sniff_encoding
from featureshift.tables.files.file import File
from featureshift.tables.files.sniff import columns_of_numbers, sniff, told_separator
from featureshift.tables.files.streams import read_head, text_stream

SMALLEST_BLOCK, LARGEST_BLOCK = 1 << 20, 1 << 30
WIDE = 10_000
"""Characters of a header beyond which inferring types takes longer than reading."""
LINES_IN_A_BLOCK = 64
"""Each block costs a fixed price per column: a wide table is slow to read in small ones."""


@dataclass(frozen=True)
class DelimitedText:
    """A file whose dialect is known."""

    file: File
    dialect: Dialect
    block: int
    """Bytes read at a time; where a line does not fit, more are."""
    lines_above: int = 0
    """The header."""
    numeric: tuple[str, ...] = ()
    """Columns that are numbers as far as one can see; the types of the others are inferred."""

    def read(self, as_texts: Sequence[str] | None = None) -> Any:
        """All columns in the types of their cells, or only some, as texts."""
        try:
            table = self._read(as_texts)
        except pa.ArrowInvalid as cause:
            if "straddling" in str(cause) and self.block < LARGEST_BLOCK:
                return replace(self, block=min(16 * self.block, LARGEST_BLOCK)).read(as_texts)
            if is_conversion_error(cause) and self.numeric:
                return replace(self, numeric=()).read(as_texts)
            raise
        return table if self.dialect.header else table.rename_columns(numbered(table))

    def read_block(
        self,
        text: bytes,
        names: Sequence[str] | None,
        types: Mapping[str, Any],
        columns: Sequence[str] | None = None,
        *,
        is_first: bool = False,
    ) -> Any:
        """Whole records, in one thread; of the first, the header is passed over.

        ``names`` of the columns, None if they are not known yet. Types that are not given are
        inferred. ``columns``: only these, in this order.
        """
        from pyarrow import csv

        has_header = is_first and bool(self.dialect.header)
        read = csv.ReadOptions(
            use_threads=False,
            block_size=len(text) + 1,
            skip_rows=self.lines_above if is_first else 0,
            column_names=None if has_header else names,
            autogenerate_column_names=not has_header and names is None,
        )
        convert = self._conversion(types, columns)
        table = csv.read_csv(pa.BufferReader(text), read, self._parsing(), convert)
        if has_header or names is not None:
            return table
        return table.rename_columns(numbered(table))

    def _read(self, as_texts: Sequence[str] | None) -> Any:
        from pyarrow import csv

        own_names = None if as_texts is None else self._own_names(as_texts)
        read = csv.ReadOptions(
            encoding=self.dialect.encoding,
            block_size=self.block,
            skip_rows=self.lines_above,
            autogenerate_column_names=not self.dialect.header,
        )
        types = dict.fromkeys(self.numeric, pa.float64())
        types |= dict.fromkeys(own_names or (), pa.string())
        convert = self._conversion(types, own_names)
        with text_stream(self.file) as stream:
            return csv.read_csv(stream, read, self._parsing(), convert)

    def _parsing(self) -> Any:
        from pyarrow import csv

        return csv.ParseOptions(
            delimiter=self.dialect.separator,
            quote_char=self.dialect.quote or False,
            newlines_in_values=True,
        )

    def _conversion(self, types: Mapping[str, Any], columns: Sequence[str] | None) -> Any:
        from pyarrow import csv

        return csv.ConvertOptions(
            strings_can_be_null=True,
            decimal_point=self.dialect.decimal,
            include_columns=columns,
            column_types=types,
        )

    def _own_names(self, names: Sequence[str]) -> list[str]:
        """Arrow calls columns without names f0, f1 and so on."""
        return [*names] if self.dialect.header else [f"f{name[1:]}" for name in names]


def numbered(table: Any) -> list[str]:
    return [f"x{j}" for j in range(table.num_columns)]


def is_conversion_error(error: Exception) -> bool:
    """Whether a cell is not of the type that its column was said to have."""
    return "conversion error" in str(error)


def sniffed(file: File, wish: Dialect) -> DelimitedText:
    """A file in the dialect of its first lines; what ``wish`` says is not sniffed."""
    head, is_all = read_head(file)
    if not head.strip():
        raise TableError(f"{file.name!r} is empty", expected="a header and at least one row")
    encoding = wish.encoding or sniff_encoding(head)
    text = decoded(head, encoding)
    separator = told_separator(text)
    if separator is not None:
        wish = replace(wish, separator=wish.separator or separator)
        text = text.partition("\n")[2]
    lines = text if is_all or "\n" not in text else text[: text.rindex("\n") + 1]
    dialect = sniff(lines, replace(wish, encoding=encoding), tabs=".tsv" in file.endings)
    wide = dialect.header and len(lines.partition("\n")[0]) > WIDE
    numeric = tuple(columns_of_numbers(lines, dialect)) if wide else ()
    return DelimitedText(file, dialect, _block_size(head), int(separator is not None), numeric)


def _block_size(head: bytes) -> int:
    longest = max(map(len, head.split(b"\n")))
    return min(max(LINES_IN_A_BLOCK * longest, SMALLEST_BLOCK), LARGEST_BLOCK)
