"""The registry of measures, and all chosen measures as one functional."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.measures.functional import Block, FloatMap, Functional
from featureshift.methods.measures.marginal import (
    EmpiricalCDF,
    Histogram,
    IndexOfDispersion,
    Kurtosis,
    Mean,
    MeanAbsoluteDeviation,
    Measure,
    Median,
    Missing,
    RawMoments,
    Skewness,
    StandardDeviation,
    TrimmedMean,
)

MEASURES: dict[str, Callable[..., Measure]] = {
    "mean": Mean,
    "std": StandardDeviation,
    "median": Median,
    "mad": MeanAbsoluteDeviation,
    "moments": RawMoments,
    "histogram": Histogram,
    "ecdf": EmpiricalCDF,
    "skewness": Skewness,
    "kurtosis": Kurtosis,
    "dispersion": IndexOfDispersion,
    "trimmed_mean": TrimmedMean,
    "missing": Missing,
}
"""Each is called with ``cells=`` and ``orders=``."""

PAPER_MEASURES = ("mean", "std", "median", "mad", "moments", "histogram", "ecdf")
"""The seven that FSL-Net kept, in the order of the paper's table."""


@dataclass(frozen=True)
class StatisticalMeasures(Functional[tuple[Any, ...]]):
    """The chosen measures, one below the other, over as few functionals as they need.

    ``cells`` may name several grids (the paper searched (100,) and (50, 100)); ranks are read from
    the finest. With the defaults there are 206 channels.

    >>> import numpy as np
    >>> functional = StatisticalMeasures(names=("mean", "median", "missing"))
    >>> block = np.array([[0.0, np.nan], [0.25, np.nan], [0.5, 1.0]], np.float32)
    >>> functional.result(functional.update(functional.start(2), block)).round(3)
    array([[0.25 , 1.   ],
           [0.25 , 1.   ],
           [0.   , 0.667]])
    >>> len(StatisticalMeasures().channels)
    206
    """

    names: tuple[str, ...] = PAPER_MEASURES
    cells: tuple[int, ...] = (100,)
    orders: tuple[int, ...] = (2, 3)

    def __post_init__(self) -> None:
        for field in ("names", "cells", "orders"):
            chosen = tuple(getattr(self, field))
            if not chosen or len(set(chosen)) < len(chosen):
                raise OptionError(
                    f"{field} of the statistical measures are empty or repeated",
                    expected="one or more, all different",
                    found=repr(chosen),
                )
            object.__setattr__(self, field, chosen)
        for name in self.names:
            if name not in MEASURES:
                raise UnknownNameError("measure", name, MEASURES)
        if min(self.orders) < 1:
            raise OptionError("order of moments too low", expected="1 or more", found=repr(self))
        _ = self.functionals  # a bad number of cells is refused here, not at the first block

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        return tuple(MEASURES[name](cells=self.cells, orders=self.orders) for name in self.names)

    @cached_property
    def functionals(self) -> tuple[Functional[Any], ...]:
        """What runs over the rows: a state of each is one entry of this functional's state."""
        return _fewest(needed for measure in self.measures for needed in measure.reads)

    @property
    def channels(self) -> tuple[str, ...]:
        return tuple(channel for measure in self.measures for channel in measure.channels)

    def start(self, n_features: int) -> tuple[Any, ...]:
        return tuple(functional.start(n_features) for functional in self.functionals)

    def update(self, state: tuple[Any, ...], block: Block) -> tuple[Any, ...]:
        return tuple(
            functional.update(part, block)
            for functional, part in zip(self.functionals, state, strict=True)
        )

    def merge(self, left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            functional.merge(*parts)
            for functional, *parts in zip(self.functionals, left, right, strict=True)
        )

    def result(self, state: tuple[Any, ...]) -> FloatMap:
        return np.concatenate([self._read(measure, state) for measure in self.measures])

    def _read(self, measure: Measure, state: tuple[Any, ...]) -> FloatMap:
        parts = dict(zip(self.functionals, state, strict=True))
        return measure.result([parts[_covering(needed, parts)] for needed in measure.reads])


def _fewest(needed: Iterable[Functional[Any]]) -> tuple[Functional[Any], ...]:
    """The functionals that no other one covers, each once, in order of first need."""
    distinct = tuple(dict.fromkeys(needed))
    return tuple(
        each
        for each in distinct
        if not any(other.covers(each) for other in distinct if other is not each)
    )


def _covering(needed: Functional[Any], available: Iterable[Functional[Any]]) -> Functional[Any]:
    return next(functional for functional in available if functional.covers(needed))
