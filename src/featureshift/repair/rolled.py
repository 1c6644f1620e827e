"""A column that is some rows late or early is moved back; the rows at the end stay empty."""

from __future__ import annotations

from dataclasses import dataclass

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.repair.step import CellStep, Dialect, Series


@dataclass(frozen=True)
class Roll(CellStep):
    rows: int
    """By which values are late; negative if they are early."""

    @property
    def words(self) -> str:
        rows = "row" if abs(self.rows) == 1 else "rows"
        return f"moved {'up' if self.rows > 0 else 'down'} by {abs(self.rows)} {rows}"

    def cells(self, values: Series) -> Series:
        return values.shift(-self.rows)

    def expression(self, own: str, dialect: Dialect) -> str:  # noqa: ARG002
        return f"{own}.shift({-self.rows})"


def from_row_offset(column: ColumnExplanation, _: Explanation) -> Roll | str:
    if column.where is not None:
        return "moving some rows only would tear the column apart"
    return Roll(column.feature, int(column.diagnoses[0].numbers["rows"]))
