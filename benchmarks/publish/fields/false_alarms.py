"""False alarms: what methods say where nothing is shifted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.publish.alarms import (
    SUITE,
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
from benchmarks.publish.words import (
    ABSENT,
    code,
    counted,
    figure,
    listed,
    paragraphs,
    percent,
    table,
)
from featureshift.bench.data import SIMULATED
from featureshift.bench.rows import OK, Row
from featureshift.bench.task import Task

LEARNED_FROM = ("sim-algebraic", "sim-gaussian", "sim-bernoulli", "sim-beta")
"""Generated tables of a kind that training has too."""


def false_alarms(results: Results, drawn: Mapping[str, str]) -> str:
    whole, most = all_pairs(results), widest_comparison(results)
    if most is None:
        return ""
    first = whole or most
    return paragraphs(
        f"## Nothing is shifted (suite `{SUITE}`)",
        f"{_pairs(first)}, where every flag is a false alarm. Any column at all is flagged by "
        f"{_alarmed(first)} of the pairs. Here all methods decide alone, also those that are told "
        f"the number of shifted columns elsewhere. {_generated(first)}".rstrip(),
        _alarm_table(first.rows),
        "" if most.suite == first.suite else _short_pairs(most),
        figure("false-alarms", drawn),
    )


def _generated(compared: ComparableRows) -> str:
    names = [task.dataset for task in compared.tasks if task.dataset in SIMULATED]
    if not names:
        return ""
    learned = sum(name in LEARNED_FROM for name in names)
    return (
        f"{len(names)} of the pairs are of generated tables (`sim-...`), {learned} of them by "
        "generators that training draws other tables from."
    )


def _short_pairs(compared: ComparableRows) -> str:
    stopped = f", {counted(compared.unfinished, 'run')} that did not end in time left out"
    return paragraphs(
        f"On {_pairs(compared)}, which slow methods ran too (suite `{compared.suite}`"
        f"{stopped if compared.unfinished else ''}), a column is flagged by {_alarmed(compared)}:",
        _alarm_table(compared.rows),
        _whole_tables(compared),
    )


def _whole_tables(compared: ComparableRows) -> str:
    """Why one method may flag most columns of a table in which nothing is shifted."""
    flooded = dict.fromkeys(
        f"{Task.from_id(row.task).dataset}/{row.rows_reference}x{row.n_features}"
        for row in compared.rows
        if (row.method, row.status) == ("knn-ks", OK) and 2 * row.n_flagged > row.n_features
    )
    if not flooded:
        return ""
    return (
        f"`knn-ks` flags most columns of {listed(flooded)}, where columns all but "
        "determine each other. Its threshold gives rows their table at random within the "
        "neighborhoods of the given tables; searched anew for each random split, as they should "
        "be at twenty times the cost, neighborhoods have larger distances (sim-algebraic/1000x8: "
        "0.178 to 0.211 instead of 0.175 at most, where 0.186 was found; LOG.md). Told the number "
        "of shifted columns, it needs no threshold."
    )


def _alarmed(compared: ComparableRows) -> str:
    """How often each method flags anything, the quietest first."""
    total = quietest_first(compared.rows)
    return listed(f"{code(method)} in {percent(found.share)}" for method, found in total.items())


def _pairs(compared: ComparableRows) -> str:
    widths = [row.n_features for row in compared.rows]
    heights = [row.rows_reference for row in compared.rows]
    return (
        f"{counted(len(compared.tasks), 'pair')} of {min(widths):,} to {max(widths):,} columns and "
        f"{min(heights):,} to {max(heights):,} rows"
    )


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
    return table(["columns", *map(band_name, bands), "all pairs", "all features"], body)


def _share(found: Alarms | None) -> str:
    return f"{percent(found.share)} of {found.pairs}" if found and found.pairs else ABSENT
