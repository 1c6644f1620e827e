"""Whether probabilities are calibrated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.publish.load_results import Results
from benchmarks.publish.reliability import Bin, ReliabilityRow, calibration_error, pooled
from benchmarks.publish.words import code, score, table


@dataclass(frozen=True)
class Reliability:
    suites: tuple[str, ...]
    table: str
    middle: tuple[Middle, ...]


@dataclass(frozen=True)
class Middle:
    """Probabilities of one method between 0.1 and 0.9, whose error the mean over all hides."""

    method: str
    share: float
    """Of all its probabilities."""
    errors: dict[str, tuple[float, float]]
    """The largest error and where, of those that are too "high" and of those too "low"."""


def reliability(results: Results) -> Reliability | None:
    rows = results.reliability
    if not rows:
        return None
    bins = {method: pooled(own) for method, own in _by_method(rows).items()}
    head = ["method", "columns", "data sets", "mean calibration error", "really shifted above 0.9"]
    body = [_line(method, bins[method], own) for method, own in _by_method(rows).items()]
    return Reliability(
        suites=tuple(sorted({row.suite for row in rows})),
        table=table(head, body),
        middle=tuple(filter(None, (_middle(method, own) for method, own in bins.items()))),
    )


def _by_method(rows: Sequence[ReliabilityRow]) -> dict[str, list[ReliabilityRow]]:
    names = sorted({row.method for row in rows})
    return {name: [row for row in rows if row.method == name] for name in names}


def _line(method: str, bins: Sequence[Bin], rows: Sequence[ReliabilityRow]) -> list[str]:
    sure = [each.share for each in bins if each.score > 0.9]
    share = float(np.mean(sure)) if sure else float("nan")
    count = f"{sum(each.features for each in bins):,}"
    datasets = str(len({row.dataset for row in rows}))
    return [code(method), count, datasets, score(calibration_error(bins)), score(share)]


def _middle(method: str, bins: Sequence[Bin]) -> Middle | None:
    middle = [each for each in bins if 0.1 <= each.score <= 0.9]
    if not middle:
        return None
    gaps = {each.score: each.share - each.score for each in middle}
    high, low = (end(gaps, key=gaps.__getitem__) for end in (min, max))
    errors = {"high": (-gaps[high], high)} if gaps[high] < 0 else {}
    errors |= {"low": (gaps[low], low)} if gaps[low] > 0 else {}
    share = sum(each.features for each in middle) / sum(each.features for each in bins)
    return Middle(method, share, errors) if errors else None
