"""Cells that hold a limit or a code for "no value" instead of a measurement: marked as missing."""

from __future__ import annotations

from dataclasses import dataclass

import narwhals as nw

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.repair.step import CannotRepairError, CellStep, Dialect, Series, number, short


@dataclass(frozen=True)
class MarkMissing(CellStep):
    values: tuple[float, ...]
    """What such cells hold."""

    @property
    def words(self) -> str:
        return f"cells that hold {' or '.join(map(short, self.values))} marked as missing"

    def cells(self, values: Series) -> Series:
        if not values.dtype.is_numeric():
            raise CannotRepairError(f"the column holds no numbers but {values.dtype}")
        frame = values.alias("found").to_frame()
        own, codes = nw.col("found"), self.values
        if values.dtype.is_integer():
            codes = tuple(int(code) for code in codes if code == int(code))
        return frame.select(nw.when(~own.is_in(codes)).then(own))["found"]

    def expression(self, own: str, dialect: Dialect) -> str:
        listed = ", ".join(map(number, self.values))
        if dialect == "pandas":
            test = f"{own} == {listed}" if len(self.values) == 1 else f"{own}.isin([{listed}])"
            return f"{own}.mask({test})"
        test = f"{own} != {listed}" if len(self.values) == 1 else f"~{own}.is_in([{listed}])"
        return f"pl.when({test}).then({own})"


def from_sentinel(column: ColumnExplanation, _: Explanation) -> MarkMissing:
    return MarkMissing(column.feature, (column.diagnoses[0].numbers["value"],))


def from_clipping(column: ColumnExplanation, _: Explanation) -> MarkMissing:
    numbers = column.diagnoses[0].numbers
    return MarkMissing(column.feature, tuple(numbers[k] for k in ("low", "high") if k in numbers))
