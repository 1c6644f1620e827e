"""False alarms: what methods flag where nothing is shifted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.publish.alarms import (
    Alarms,
    alarms_by_width,
    all_pairs,
    band_name,
    bands_of,
    quietest_first,
    widest_comparison,
)
from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.load_results import Results
from benchmarks.publish.words import ABSENT, code, percent, table
from featureshift.bench.data import SIMULATED
from featureshift.bench.rows import OK, Row
from featureshift.bench.task import Task

TRAINED_ON = ("sim-algebraic", "sim-gaussian", "sim-bernoulli", "sim-beta")
"""Generated tables of a kind that training draws too."""


@dataclass(frozen=True)
class FalseAlarms:
    whole: PairsWithoutShift
    """All pairs, or those that most methods ran."""
    short: PairsWithoutShift | None
    """Pairs that slow methods ran too, if those are others."""


@dataclass(frozen=True)
class PairsWithoutShift:
    compared: ComparableRows
    columns: tuple[int, int]
    """Fewest and most."""
    rows: tuple[int, int]
    shares: dict[str, float]
    """Pairs in which a method flags any column at all, lowest first."""
    table: str
    generated: int
    """Pairs of generated tables."""
    generated_as_in_training: int
    mostly_flagged: tuple[str, ...]
    """Tables of which ``knn-ks`` flags most columns."""


def false_alarms(results: Results) -> FalseAlarms | None:
    whole, most = all_pairs(results), widest_comparison(results)
    if most is None:
        return None
    first = whole or most
    return FalseAlarms(_pairs(first), None if most.suite == first.suite else _pairs(most))


def _pairs(compared: ComparableRows) -> PairsWithoutShift:
    widths = [row.n_features for row in compared.rows]
    heights = [row.rows_reference for row in compared.rows]
    names = [task.dataset for task in compared.tasks if task.dataset in SIMULATED]
    total = quietest_first(compared.rows)
    return PairsWithoutShift(
        compared=compared,
        columns=(min(widths), max(widths)),
        rows=(min(heights), max(heights)),
        shares={method: found.share for method, found in total.items()},
        table=_alarm_table(compared.rows),
        generated=len(names),
        generated_as_in_training=sum(name in TRAINED_ON for name in names),
        mostly_flagged=tuple(dict.fromkeys(map(_shape, filter(_is_flooded, compared.rows)))),
    )


def _is_flooded(row: Row) -> bool:
    return (row.method, row.status) == ("knn-ks", OK) and 2 * row.n_flagged > row.n_features


def _shape(row: Row) -> str:
    return f"{Task.from_id(row.task).dataset}/{row.rows_reference}x{row.n_features}"


def _alarm_table(rows: Sequence[Row]) -> str:
    bands, shares, total = bands_of(rows), alarms_by_width(rows), quietest_first(rows)
    body = [
        [
            code(method),
            *(_share(shares.get((method, band))) for band in bands),
            _share(found),
            percent(found.feature_share),
        ]
        for method, found in total.items()
    ]
    return table(["columns", *map(band_name, bands), "all pairs", "all columns"], body)


def _share(found: Alarms | None) -> str:
    return f"{percent(found.share)} of {found.pairs}" if found and found.pairs else ABSENT
