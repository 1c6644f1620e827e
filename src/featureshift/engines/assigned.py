"""A table that is read by another engine than its own."""

from __future__ import annotations

from collections.abc import Sequence

from featureshift.tables.table import Batch, Partition, Selection, Table


def assigned(table: Table, engine: str | None) -> Table:
    """The table, read by an engine; None: by that of its source."""
    return table if engine is None else AssignedTable(table, engine)


class AssignedTable(Table):
    def __init__(self, table: Table, engine: str) -> None:
        self.columns, self.n_rows = table.columns, table.n_rows
        self.notes, self.dialect = table.notes, table.dialect
        self._table, self._engine = table, engine

    def partitions(self) -> Sequence[Partition]:
        return [part.read_by(self._engine) for part in self._table.partitions()]

    def heads(self, selection: Sequence[Selection]) -> list[Batch]:
        return self._table.heads(selection)
