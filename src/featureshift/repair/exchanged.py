"""Two columns under each other's name are put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.repair.step import Dialect, Series, Step, cell


@dataclass(frozen=True)
class Exchange(Step):
    other: str

    @property
    def columns(self) -> tuple[str, ...]:
        return self.column, self.other

    @property
    def words(self) -> str:
        return f"exchanged with '{self.other}'"

    def done(self, cells: Mapping[str, Series]) -> dict[str, Series]:
        return {self.column: cells[self.other], self.other: cells[self.column]}

    def source(self, dialect: Dialect) -> dict[str, str]:
        return {self.column: cell(self.other, dialect), self.other: cell(self.column, dialect)}


def from_swapped(column: ColumnExplanation, explanation: Explanation) -> Exchange | str:
    """Only where both columns tell the same story."""
    other = _partner(column)
    if other is None or other == column.feature:
        return "it is not known with which column it was exchanged"
    if _partner(_explained(explanation).get(other)) != column.feature:
        return f"'{other}' does not look exchanged with it"
    # Told by both, done once.
    return Exchange(*sorted((column.feature, other)))


def _explained(explanation: Explanation) -> dict[str, ColumnExplanation]:
    return {column.feature: column for column in explanation.columns}


def _partner(column: ColumnExplanation | None) -> str | None:
    if column is None or column.diagnoses[0].code != "swapped":
        return None
    return column.diagnoses[0].renames.get(column.feature)
