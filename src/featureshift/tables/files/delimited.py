"""CSV, TSV and their kin, in the dialect they are written in.

They are read at once, because only the whole column tells its type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from featureshift.errors import TableError
from featureshift.tables.files.cells import LEADING_ZERO
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.encoding import (
    decoded,
    is_mostly_utf8,
    next_encoding,
    sniff_encoding,
)
from featureshift.tables.files.file import File
from featureshift.tables.files.numbers_in_text import has_leading_zeros, parsed_numbers
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.shown_dialect import shown_dialect
from featureshift.tables.files.sniff import columns_of_numbers, sniff, told_separator
from featureshift.tables.files.streams import read_head, text_stream
from featureshift.tables.kinds import Note
from featureshift.tables.named_columns import matching
from featureshift.tables.sources import from_arrow
from featureshift.tables.table import Table

SMALLEST_BLOCK, LARGEST_BLOCK = 1 << 20, 1 << 30
WIDE = 10_000
"""Characters of a header beyond which inferring types takes longer than reading."""
LINES_IN_A_BLOCK = 64
"""Each block costs a fixed price per column: a wide table is slow to read in small ones."""
_WITH_ASCII = {"utf-8", "windows-1252", "latin-1"}
"""Encodings in which digits and separators are the bytes that they are in ASCII."""


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
            if "conversion error" in str(cause) and self.numeric:
                return replace(self, numeric=()).read(as_texts)
            raise
        return table if self.dialect.header else table.rename_columns(_numbered(table))

    def _read(self, as_texts: Sequence[str] | None) -> Any:
        from pyarrow import csv

        dialect = self.dialect
        read = csv.ReadOptions(
            encoding=dialect.encoding,
            block_size=self.block,
            skip_rows=self.lines_above,
            autogenerate_column_names=not dialect.header,
        )
        parse = csv.ParseOptions(
            delimiter=dialect.separator,
            quote_char=dialect.quote or False,
            newlines_in_values=True,
        )
        convert = csv.ConvertOptions(
            strings_can_be_null=True,
            decimal_point=dialect.decimal,
            include_columns=None if as_texts is None else self._own_names(as_texts),
            column_types=dict.fromkeys(self.numeric, pa.float64())
            | dict.fromkeys(self._own_names(as_texts or ()), pa.string()),
        )
        with text_stream(self.file) as stream:
            return csv.read_csv(
                stream, read_options=read, parse_options=parse, convert_options=convert
            )

    def _own_names(self, names: Sequence[str]) -> list[str]:
        """Arrow calls columns without names f0, f1 and so on."""
        return [*names] if self.dialect.header else [f"f{name[1:]}" for name in names]


def _numbered(table: Any) -> list[str]:
    return [f"x{j}" for j in range(table.num_columns)]


def open_delimited(file: File, options: ReadOptions) -> Table:
    text, table = _read_in_its_encoding(_sniffed(file, options.dialect), options.dialect)
    wanted = matching(options.types, table.column_names)
    texts = _read_as_texts(text, table, list(wanted))
    table = _with_columns(table, texts)
    not_numbers = {*texts} - {name for name, wish in wanted.items() if wish == "number"}
    numbers = _parsed(table, text.dialect, except_for=not_numbers)
    table = _with_columns(table, {name: column for name, (column, _) in numbers.items()})
    thousands = next((sign for _, sign in numbers.values() if sign), "")
    about = _told(file, replace(text.dialect, thousands=thousands))
    opened = from_arrow(table, _not_utf8(table), about)
    opened.dialect = shown_dialect(text.dialect, table, thousands)
    return opened


def _with_columns(table: Any, columns: Mapping[str, Any]) -> Any:
    for name, column in columns.items():
        table = table.set_column(table.column_names.index(name), name, column)
    return table


def _sniffed(file: File, wish: Dialect) -> DelimitedText:
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


def _read_in_its_encoding(text: DelimitedText, wish: Dialect) -> tuple[DelimitedText, Any]:
    """The head may be plain ASCII, and only a later line show what the encoding is not."""
    other = next_encoding(text.dialect.encoding or "") if wish.encoding is None else None
    in_other = replace(text, dialect=replace(text.dialect, encoding=other))
    try:
        table = text.read()
    except UnicodeDecodeError:
        if other is None:
            raise
        return _read_in_its_encoding(in_other, wish)
    if other is not None and _is_foreign(table):
        return _read_in_its_encoding(in_other, wish)
    return text, table


def _is_foreign(table: Any) -> bool:
    """Whether what is not UTF-8 is a whole text in another encoding, not a damaged cell."""
    cells = [
        cell
        for column in table.columns
        if pa.types.is_binary(column.type)
        for cell in column.drop_null().to_pylist()
    ]
    return bool(cells) and not is_mostly_utf8(b" ".join(cells))


def _read_as_texts(text: DelimitedText, table: Any, wanted: list[str]) -> Mapping[str, Any]:
    """Columns that are wanted as texts, and those of numbers of which some begin with a zero."""
    names = wanted
    if _may_have_leading_zeros(text):
        names = wanted + [
            field.name
            for field in table.schema
            if field.name not in wanted
            and (pa.types.is_integer(field.type) or pa.types.is_floating(field.type))
        ]
    if not names:
        return {}
    texts = text.read(as_texts=names)
    columns = dict(zip(names, texts.columns, strict=True))
    return {
        name: column
        for name, column in columns.items()
        if name in wanted or pc.any(pc.match_substring_regex(column, LEADING_ZERO)).as_py()
    }


def _may_have_leading_zeros(text: DelimitedText) -> bool:
    if text.dialect.encoding not in _WITH_ASCII:
        return True
    with text_stream(text.file) as stream:
        return has_leading_zeros(stream, text.dialect.separator or "", text.dialect.quote or "")


def _parsed(table: Any, dialect: Dialect, except_for: Set[str]) -> dict[str, tuple[Any, str]]:
    """Texts that are numbers in this dialect, and the sign between their thousands, if any."""
    found = {
        name: parsed_numbers(table[name], dialect.decimal or ".", dialect.thousands)
        for name, dtype in zip(table.column_names, table.schema.types, strict=True)
        if pa.types.is_string(dtype) and name not in except_for
    }
    return {name: numbers for name, numbers in found.items() if numbers is not None}


def _not_utf8(table: Any) -> dict[str, Note]:
    message = "holds text that is not UTF-8; left out"
    return {
        field.name: Note(field.name, "not-utf8", message)
        for field in table.schema
        if pa.types.is_binary(field.type)
    }


def _told(file: File, dialect: Dialect) -> list[Note]:
    if ".tsv" in file.endings and dialect.separator == "\t":
        dialect = replace(dialect, separator=",")  # what the name says need not be told
    said = dialect.in_words()
    return [Note(None, "dialect", f"read with {said}")] if said else []
