"""A few cells of some columns, before a table is read: enough to tell how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind
from featureshift.tables.table import Selection, Table


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of one column, in rows that all columns of one call share."""

    kind: Kind
    values: NDArray[np.float64]
    """Numbers, or hashes of texts; NaN where missing [rows]."""
    all_texts: tuple[str | None, ...] = ()
    """Of a categorical column, None where missing [rows]."""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Those that are there."""
        return tuple(text for text in self.all_texts if text is not None)

    @property
    def present(self) -> NDArray[np.float64]:
        return self.values[np.isfinite(self.values)]


def peek(table: Table, positions: Sequence[int]) -> list[Cells]:
    """Cells of the columns at these positions, each as what it is in the table."""
    kinds = [table.columns[position].kind for position in positions]
    kinds = [Kind.CATEGORICAL if kind is Kind.CODED else kind for kind in kinds]
    selection = [Selection(*each) for each in zip(positions, kinds, strict=True)]
    values: list[list[NDArray[np.float64]]] = [[] for _ in selection]
    texts: list[list[str | None]] = [[] for _ in selection]
    for head in table.heads(selection):
        for j, kind in enumerate(kinds):
            column = head.values[:, j].astype(np.float64)
            values[j].append(column)
            if kind is Kind.CATEGORICAL:
                texts[j] += [head.levels[j].get(hashed) for hashed in column.tolist()]
    return [Cells(kind, np.concatenate(values[j]), tuple(texts[j])) for j, kind in enumerate(kinds)]
