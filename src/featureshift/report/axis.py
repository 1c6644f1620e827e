"""An axis of a small chart: where a value lies, and which values to name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from featureshift.report.dates import instant, round_instants
from featureshift.report.numbers import number


class Axis(NamedTuple):
    """Maps values from ``low`` to ``high`` onto pixels from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float
    dated: bool = False
    """Whether values are instants."""

    def place(self, value: float) -> float:
        """The pixel of a value; one beyond the axis lies at its end."""
        inside = min(max(value, self.low), self.high)
        if self.high == self.low:
            return (self.start + self.end) / 2
        share = inside / self.width - self.low / self.width
        return self.start + (self.end - self.start) * share

    @property
    def width(self) -> float:
        return self.high - self.low

    def labels(self, most: int, digits: int = 4) -> list[tuple[float, str]]:
        """Round values on the axis with what is written there; a date needs much room."""
        if self.dated:
            few = round_instants(self.low, self.high, max(2, most - 1))
            return [(value, instant(value, self.width)) for value in few]
        return [(value, number(value, digits)) for value in self.ticks(most)]

    def ticks(self, most: int) -> list[float]:
        """At most ``most`` round values on the axis, evenly spaced.

        >>> Axis(0.3, 9.7, 0, 100).ticks(5)
        [2.0, 4.0, 6.0, 8.0]
        """
        if not 0 < self.width < math.inf:
            return [self.low]
        power = 10.0 ** math.floor(math.log10(self.width / most))
        if power == 0 or math.isinf(power):
            return [self.low, self.high]
        for step in (power * factor for factor in (1, 2, 2.5, 5, 10, 20)):
            first, last = math.ceil(self.low / step), math.floor(self.high / step)
            if last - first < most:
                return [k * step for k in range(first, last + 1)]
        return []


def spanning(
    values: Sequence[float], start: float, end: float, *, dated: bool = False, edge: float = 0.04
) -> Axis:
    """An axis that shows almost all values, with some space at both ends.

    A few values far out would squeeze all others into a corner, so they are moved to the ends.
    """
    finite = sorted(value for value in values if math.isfinite(value))
    if not finite:
        return Axis(0.0, 1.0, start, end, dated)
    low, high = finite[0], finite[-1]
    near = finite[len(finite) // 100], finite[-1 - len(finite) // 100]
    if near[1] > near[0] and high - low > 4 * (near[1] - near[0]):
        low, high = near
    space = edge * (high - low) or abs(low) * edge or 1.0
    return Axis(low - space, high + space, start, end, dated)
