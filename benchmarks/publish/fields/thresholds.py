"""Thresholded measures: the best threshold and the better reduction."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean

from benchmarks.publish.fields.claim import NEGLIGIBLE
from benchmarks.publish.load_results import Results
from benchmarks.publish.published import SM_THRESHOLD
from benchmarks.publish.sweep import best


@dataclass(frozen=True)
class Thresholds:
    tasks: int
    mean_at: float
    mean_f1: float
    """The highest over thresholds, with the mean of the measures."""
    max_at: float
    max_f1: float
    at_the_papers: float
    """F1 of the mean at the paper's threshold; NaN if that was not measured."""

    @property
    def better(self) -> str:
        """The better reduction."""
        if abs(self.mean_f1 - self.max_f1) < NEGLIGIBLE:
            return "no difference"
        return "mean" if self.mean_f1 > self.max_f1 else "maximum"

    @property
    def is_the_papers(self) -> bool:
        """Whether the best threshold is about the paper's."""
        return abs(self.mean_at / SM_THRESHOLD - 1) < 0.5


def thresholds(results: Results) -> Thresholds | None:
    if not results.sweep:
        return None
    papers = [r.f1 for r in results.sweep if (r.reduce, r.threshold) == ("mean", SM_THRESHOLD)]
    return Thresholds(
        sum({row.dataset: row.n_tasks for row in results.sweep}.values()),
        *best(results.sweep, "mean"),
        *best(results.sweep, "max"),
        mean(papers) if papers else float("nan"),
    )
