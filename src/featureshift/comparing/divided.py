"""One table whose rows are divided by a column: what groups and a split share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from featureshift.comparing.kept_rows import kept_rows
from featureshift.engines.dividing import Division, dividing_column, read_parts
from featureshift.errors import TableError, UnknownNameError
from featureshift.methods.base import Localizer
from featureshift.tables import Progress, Table, Tally
from featureshift.tables.named_columns import chosen_columns
from featureshift.tables.profile import Profile
from featureshift.tables.table import Selection


def divided_by(table: Table, name: str, option: str) -> Selection:
    """The column by which rows are divided."""
    names = [column.name for column in table.columns]
    if name not in names:
        raise UnknownNameError("column", str(name), names)
    column = dividing_column(table, names.index(name))
    if column is None:
        raise TableError(
            f"the column {name!r} of {option} cannot divide the rows",
            expected="a column of texts, numbers or dates",
            found=str(table.columns[names.index(name)].kind),
        )
    return column


def chosen_positions(table: Table, columns: Any, ignore: Any, always: Sequence[str]) -> list[int]:
    """Of the columns that are wanted, and of those of ``always``."""
    wanted = set(chosen_columns([column.name for column in table.columns], columns, ignore, always))
    return [j for j, column in enumerate(table.columns) if column.name in wanted]


def profiles_of_parts(
    table: Table,
    chosen: Sequence[int],
    division: Division,
    method: str | Localizer | None,
    *,
    is_named: bool,
    progress: Progress | None,
) -> list[Profile]:
    """In one reading of the table."""
    return read_parts(
        table,
        chosen,
        division,
        kept_rows(table, chosen, division.n_parts, method),
        is_named=is_named,
        advance=Tally(table.n_rows, progress).add,
    )
