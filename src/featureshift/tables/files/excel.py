"""Workbooks of spreadsheets: the first sheet, or one by name; its first row holds the names."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from featureshift.errors import (
    MissingExtraError,
    TableError,
    UnknownNameError,
    UnreadableTableError,
)
from featureshift.tables.files.file import File
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.kinds import Note
from featureshift.tables.sources import from_columns, refuse_duplicates
from featureshift.tables.table import Table


def open_workbook(file: File, options: ReadOptions) -> Table:
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError as missing:
        raise MissingExtraError("reading workbooks", "excel") from missing
    with file.open() as source:
        content = io.BytesIO(source.read())
    try:
        book = CalamineWorkbook.from_filelike(content)
        sheets = list(book.sheet_names)
        sheet = sheets[0] if options.sheet is None else options.sheet
        if sheet not in sheets:
            raise UnknownNameError("sheet", sheet, sheets)
        rows = book.get_sheet_by_name(sheet).to_python(skip_empty_area=True)
    except CalamineError as cause:
        raise UnreadableTableError(
            f"cannot read {file.name!r} as a workbook", found=str(cause)
        ) from cause
    if not rows:
        raise TableError(f"the sheet {sheet!r} of {file.name!r} is empty")
    table = from_columns(_columns(*rows))
    if len(sheets) > 1 and options.sheet is None:
        said = f"read from the sheet {sheet!r}, the first of {len(sheets)}"
        table.notes = [Note(None, "sheet", said)]
    return table


def _columns(names: Sequence[Any], *rows: Sequence[Any]) -> dict[str, list[Any]]:
    """Cells by column; a column without name is numbered, or passed over if it has no cells."""
    named = {
        j: str(name) if name != "" else f"x{j}"
        for j, name in enumerate(names)
        if name != "" or any(row[j] != "" for row in rows)
    }
    refuse_duplicates(named.values())
    return {name: [_value(row[j]) for row in rows] for j, name in named.items()}


def _value(cell: Any) -> Any:
    if isinstance(cell, date) and not isinstance(cell, datetime):
        return datetime.combine(cell, time())  # a column of instants may hold plain days
    return None if cell == "" else cell
