"""CSV, TSV and their kin, in the dialect they are written in.

Only a whole column tells its type. Short files are read at once; of others a first reading, block
by block, settles the types, and then they are streamed.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from featureshift.tables.files.cells import LEADING_ZERO
from featureshift.tables.files.delimited_notes import not_utf8_note, told_dialect
from featureshift.tables.files.delimited_text import DelimitedText, sniffed
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.encoding import is_mostly_utf8, next_encoding
from featureshift.tables.files.file import File
from featureshift.tables.files.numbers_in_text import has_leading_zeros, parsed_numbers
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.shown_dialect import shown_dialect
from featureshift.tables.files.streamed_text import open_streamed
from featureshift.tables.files.streams import holds_more_than, text_stream
from featureshift.tables.named_columns import matching
from featureshift.tables.sources import from_arrow
from featureshift.tables.table import Table

READ_AT_ONCE = 1 << 25
"""Bytes of a text that is held in memory: reading it twice would take longer."""
_WITH_ASCII = {"utf-8", "windows-1252", "latin-1"}
"""Encodings in which digits and separators are the bytes that they are in ASCII."""


def open_delimited(file: File, options: ReadOptions) -> Table:
    if holds_more_than(READ_AT_ONCE, file):
        return open_streamed([file], options)
    return _read_at_once(file, options)


def _read_at_once(file: File, options: ReadOptions) -> Table:
    text, table = _read_in_its_encoding(sniffed(file, options.dialect), options.dialect)
    wanted = matching(options.types, table.column_names)
    texts = _read_as_texts(text, table, list(wanted))
    table = _with_columns(table, texts)
    not_numbers = {*texts} - {name for name, wish in wanted.items() if wish == "number"}
    numbers = _parsed(table, text.dialect, except_for=not_numbers)
    table = _with_columns(table, {name: column for name, (column, _) in numbers.items()})
    thousands = next((sign for _, sign in numbers.values() if sign), "")
    about = told_dialect(file, replace(text.dialect, thousands=thousands))
    not_utf8 = {
        field.name: not_utf8_note(field.name)
        for field in table.schema
        if pa.types.is_binary(field.type)
    }
    opened = from_arrow(table, not_utf8, about)
    opened.dialect = shown_dialect(text.dialect, table, thousands)
    return opened


def _with_columns(table: Any, columns: Mapping[str, Any]) -> Any:
    for name, column in columns.items():
        table = table.set_column(table.column_names.index(name), name, column)
    return table


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
