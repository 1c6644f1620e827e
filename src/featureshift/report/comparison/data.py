"""What every form of the report on several sources is made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from featureshift import __version__
from featureshift.comparing.comparison import Comparison
from featureshift.report.data import ReportData
from featureshift.report.gather import report_data
from featureshift.report.numbers import count
from featureshift.report.provenance import score_name
from featureshift.report.words import lower_first

MOST_FEATURES = 60
"""Columns of the heat map: those that are shifted anywhere, the largest effect first."""
MOST_SOURCES = 40
"""Sources of the heat map; those that are not odd come last."""
SHADES = 5


@dataclass(frozen=True)
class HeatCell:
    """One column in one source."""

    effect: float | None
    """None where the column was not compared, or the effect is not known."""
    shifted: bool

    @property
    def shade(self) -> int:
        """From 0 to SHADES, for the color."""
        return 0 if self.effect is None else int(np.ceil(SHADES * min(self.effect, 1.0) - 0.25))


@dataclass(frozen=True)
class SourceLine:
    """One source against the others."""

    name: str
    verdict: str
    rows: int
    in_pool: bool
    is_odd: bool
    data: ReportData | None
    """The report on this source alone; None where nothing is odd."""


@dataclass(frozen=True)
class ComparisonData:
    """One comparison, ready for any renderer. Texts are as in the tables: nothing is escaped."""

    comparison: Comparison
    verdict: str
    """In one sentence, without a full stop."""
    caveat: str | None
    sources: tuple[SourceLine, ...]
    """The odd ones first, the oddest of all first."""
    features: tuple[str, ...]
    """Rows of the heat map."""
    n_shifted: int
    """Columns that are shifted in any source."""
    score_name: str
    version: str = __version__

    @property
    def odd(self) -> tuple[SourceLine, ...]:
        return tuple(line for line in self.sources if line.is_odd)

    @property
    def mapped(self) -> tuple[SourceLine, ...]:
        """Columns of the heat map."""
        return self.sources[:MOST_SOURCES]

    @cached_property
    def heat(self) -> tuple[tuple[HeatCell, ...], ...]:
        """[features][mapped sources]"""
        effects, shifted = self.comparison.effects, self.comparison.shifted
        lines = {name: i for i, name in enumerate(self.comparison.sources)}
        places = {name: j for j, name in enumerate(self.comparison.features)}
        return tuple(
            tuple(
                _cell(
                    effects[lines[line.name], places[name]], shifted[lines[line.name], places[name]]
                )
                for line in self.mapped
            )
            for name in self.features
        )


def comparison_data(comparison: Comparison) -> ComparisonData:
    """All that a renderer needs; explains what is odd."""
    others = [name for name in comparison.sources if name not in comparison.odd]
    shifted, effects = comparison.shifted, np.nan_to_num(comparison.effects)
    anywhere = np.flatnonzero(shifted.any(axis=0))
    largest = np.where(shifted, effects, 0).max(axis=0, initial=0.0)
    order = anywhere[np.argsort(-largest[anywhere], kind="stable")]
    first = next(iter(comparison.results.values()))
    return ComparisonData(
        comparison=comparison,
        verdict=_verdict(comparison),
        caveat=_caveat(comparison),
        sources=tuple(_line(comparison, name) for name in (*comparison.odd, *others)),
        features=tuple(comparison.features[j] for j in order[:MOST_FEATURES]),
        n_shifted=len(anywhere),
        score_name=score_name(first.method),
    )


def _line(comparison: Comparison, name: str) -> SourceLine:
    result = comparison[name]
    is_odd = name in comparison.odd
    data = report_data(result) if is_odd else None
    verdict = "nothing odd" if data is None else lower_first(data.verdict)
    if result.status == "too few rows":
        verdict = "too few rows to judge"
    rows = result.rows_used.query
    return SourceLine(name, verdict, rows, name in comparison.pool, is_odd, data)


def _verdict(comparison: Comparison) -> str:
    odd, n = len(comparison.odd), len(comparison)
    noun = "source" if comparison.by is None else "group"
    if odd == 0:
        return f"None of {n:,} {noun}s is odd"
    if n == 2:
        n_shifted = int(comparison.shifted.any(axis=0).sum())
        return f"The two {noun}s differ in {count(n_shifted, 'column')}"
    return f"{odd:,} of {n:,} {noun}s {'is' if odd == 1 else 'are'} odd"


def _caveat(comparison: Comparison) -> str | None:
    if len(comparison) == 2 and comparison.odd:
        return "Each is compared with the other: which of two is the odd one, they cannot tell."
    if set(comparison.odd) & set(comparison.pool):
        return (
            "So many differ from each other that no common norm is left: those that differ least "
            "are what the others are compared with."
        )
    return None


def _cell(effect: float, shifted: bool) -> HeatCell:
    return HeatCell(None if np.isnan(effect) else float(effect), bool(shifted))
