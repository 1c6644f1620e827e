"""Dates that are later or earlier by the same time, or whose day and month are swapped."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import narwhals as nw
import numpy as np

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.explain.dates.calendar import with_day_and_month_swapped
from featureshift.explain.words import duration
from featureshift.repair.step import CannotRepairError, CellStep, Dialect, Series, number

DAY = 86400.0


@dataclass(frozen=True)
class Postpone(CellStep):
    """Moved back by the time that was added."""

    seconds: float
    """That were added."""

    @property
    def words(self) -> str:
        way = "earlier" if self.seconds > 0 else "later"
        return f"moved {duration(abs(self.seconds))} {way}"

    def cells(self, values: Series) -> Series:
        if values.dtype == nw.Date and self.seconds % DAY:
            raise CannotRepairError("the column holds days without a time")
        return _plus(values, [-self.seconds] * len(values))

    def expression(self, own: str, dialect: Dialect) -> str:
        added = f"{number(abs(self.seconds))}"
        sign = "-" if self.seconds > 0 else "+"
        time = f"pd.Timedelta(seconds={added})"
        return f"{own} {sign} {time if dialect == 'pandas' else f'pl.duration(seconds={added})'}"


@dataclass(frozen=True)
class SwapDayAndMonth(CellStep):
    """Wherever the day could be a month: only such dates were swapped."""

    @property
    def words(self) -> str:
        return "day and month swapped back where the day is 12 or less"

    def cells(self, values: Series) -> Series:
        own = _seconds(values)
        swapped = with_day_and_month_swapped(own)
        return _plus(values, np.where(np.isnan(swapped), 0.0, swapped - own).tolist())

    def expression(self, own: str, dialect: Dialect) -> str:
        if dialect == "pandas":
            swapped = "t.replace(day=t.month, month=t.day)"
            return f"{own}.map(lambda t: {swapped} if t.day <= 12 else t)"
        # The month is kept within the year also where nothing is swapped.
        month = f"pl.min_horizontal({own}.dt.day(), 12)"
        swapped = f"{own}.dt.replace(day={own}.dt.month(), month={month})"
        return f"pl.when({own}.dt.day() <= 12).then({swapped}).otherwise({own})"


def _seconds(values: Series) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Since 1970, in the zone of the column; NaN where missing."""
    if not values.dtype.is_temporal():
        raise CannotRepairError(f"the column holds no dates but {values.dtype}")
    zone = getattr(values.dtype, "time_zone", None)
    local = values.dt.replace_time_zone(None) if zone else values
    counts = local.cast(nw.Datetime("us")).dt.timestamp("us").to_list()
    found = [np.nan if count is None or count != count else count / 1e6 for count in counts]
    return np.array(found, np.float64)


def _plus(values: Series, seconds: list[float]) -> Series:
    """Each date later by so many seconds, of the same type."""
    if not values.dtype.is_temporal():
        raise CannotRepairError(f"the column holds no dates but {values.dtype}")
    times = [datetime.timedelta(seconds=each) for each in seconds]
    added = nw.new_series("added", times, nw.Duration("us"), backend=values.implementation)
    frame = values.alias("old").to_frame().with_columns(added)
    moment = nw.col("old").cast(nw.Datetime("us")) if values.dtype == nw.Date else nw.col("old")
    return frame.select((moment + nw.col("added")).cast(values.dtype).alias("new"))["new"]


def from_swapped_day(column: ColumnExplanation, _: Explanation) -> SwapDayAndMonth:
    return SwapDayAndMonth(column.feature)
