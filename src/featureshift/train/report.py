"""How a network fares on the pairs that were kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Report:
    """How a network fares."""

    mean_f1: float
    """Mean over the manipulations of their F1."""
    f1: dict[str, float]
    """By manipulation."""
    loss: float
    false_alarms: float
    """Share of pairs without a shift in which any feature is called shifted."""
    pairs: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def summarize(
    f1: Mapping[str, Sequence[float]], alarms: Sequence[bool], *, loss: float, pairs: int
) -> Report:
    """The report of each pair's F1 by manipulation, and of the pairs without a shift.

    >>> report = summarize({"T1": [1.0, 0.5], "T3": [0.25]}, [True, False], loss=0.1, pairs=5)
    >>> report.mean_f1, report.f1, report.false_alarms
    (0.5, {'T1': 0.75, 'T3': 0.25}, 0.5)
    """
    means = {name: float(np.mean(f1[name])) for name in sorted(f1)}
    return Report(
        mean_f1=float(np.mean(list(means.values()))) if means else 0.0,
        f1=means,
        loss=loss,
        false_alarms=float(np.mean(alarms)) if alarms else 0.0,
        pairs=pairs,
    )
