"""Sections beside the comparisons: silence, size, thresholds, probabilities, images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from featureshift.bench.alarms import (
    SUITE,
    Alarms,
    alarms_by_width,
    all_pairs,
    band_name,
    bands_of,
    quietest_first,
    widest_comparison,
)
from featureshift.bench.basis import Basis
from featureshift.bench.collected import Results
from featureshift.bench.page.words import (
    ABSENT,
    code,
    counted,
    figure,
    listed,
    paragraphs,
    percent,
    score,
    seconds,
    table,
)
from featureshift.bench.reliability import calibration_error, pooled
from featureshift.bench.rows import OK, Row
from featureshift.bench.sweep import best
from featureshift.bench.task import Task


def no_shift_section(results: Results, drawn: Mapping[str, str]) -> str:
    whole, most = all_pairs(results), widest_comparison(results)
    if most is None:
        return ""
    first = whole or most
    total = quietest_first(first.rows)
    alarmed = listed(f"{code(m)} in {percent(total[m].share)}" for m in total)
    return paragraphs(
        f"## Nothing is shifted (suite `{SUITE}`)",
        f"{_pairs(first)}, where every flag is a false alarm. Any column at all is flagged by "
        f"{alarmed} of the pairs. Here all methods decide alone, also those that are told the "
        "number of shifted columns elsewhere.",
        _alarm_table(first.rows),
        "" if most.suite == first.suite else _short_pairs(most),
        figure("false-alarms", drawn),
    )


def _short_pairs(basis: Basis) -> str:
    stopped = f", {counted(basis.unfinished, 'run')} that did not end in time left out"
    return paragraphs(
        f"On {_pairs(basis)}, which slow methods ran too (suite `{basis.suite}`"
        f"{stopped if basis.unfinished else ''}):",
        _alarm_table(basis.rows),
    )


def _pairs(basis: Basis) -> str:
    widths = [row.n_features for row in basis.rows]
    heights = [row.rows_reference for row in basis.rows]
    return (
        f"{counted(len(basis.tasks), 'pair')} of {min(widths):,} to {max(widths):,} columns and "
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


def count_given_section(results: Results) -> str:
    """The same queries with and without the number of shifted features."""
    told = {row.key: row for row in results.count_given if row.status == OK}
    alone = {row.key: row for row in results.rows if row.key in told and row.status == OK}
    methods = dict.fromkeys(method for _, method in alone)
    if not methods:
        return ""
    body = []
    for method in methods:
        keys = [key for key in alone if key[1] == method]
        pairs = [Basis("", tuple(rows[key] for key in keys)) for rows in (alone, told)]
        means = [score(basis.summaries[0].mean) for basis in pairs]
        body.append([code(method), *means, str(len(keys)), listed(pairs[0].datasets)])
    head = ["mean F1", "deciding alone", "told the number", "queries", "of"]
    return paragraphs(
        "## What it is worth to know the number",
        "The conditional tests are told how many columns are shifted, as in the paper. The other "
        "methods decide alone; here they are told too, on those queries that were run both ways.",
        table(head, sorted(body)),
    )


def scale_section(results: Results) -> str:
    rows = [row for row in results.of_suite("scale") if row.status == OK]
    if not rows:
        return ""
    methods = sorted({row.method for row in rows})
    cells = {(row.method, Task.from_id(row.task)): row for row in rows}
    body = []
    for task in sorted({task for _, task in cells}, key=lambda task: (task.columns, task.rows)):
        found = [cells.get((method, task)) for method in methods]
        times = [ABSENT if row is None else seconds(row.seconds) for row in found]
        peaks = [ABSENT if row is None else f"{row.peak_mb:,.0f}" for row in found]
        shape = [f"{task.rows:,}", f"{task.columns:,}"]
        body.append([*shape, *(cell for pair in zip(times, peaks, strict=True) for cell in pair)])
    head = [f"{code(method)} {unit}" for method in methods for unit in ("s", "MB")]
    return paragraphs(
        "## Time and memory by size (suite `scale`)",
        "Rows of each table, columns, seconds, and memory beyond the tables themselves.",
        table(["rows", "columns", *head], body),
    )


def sweep_section(results: Results, drawn: Mapping[str, str]) -> str:
    if not results.sweep:
        return ""
    (low, f1_mean), (high, f1_max) = best(results.sweep, "mean"), best(results.sweep, "max")
    winner = "the mean" if f1_mean > f1_max else "the maximum"
    queries = sum({row.dataset: row.n_tasks for row in results.sweep}.values())
    return paragraphs(
        "## Thresholded measures",
        f"The baseline without a network, at every threshold, on {counted(queries, 'query')}: the "
        f"mean of the measures is best at {low:g} with a mean F1 of {score(f1_mean)}, the maximum "
        f"at {high:g} with {score(f1_max)}; {winner} is ahead.",
        figure("thresholds", drawn),
    )


def reliability_section(results: Results, drawn: Mapping[str, str]) -> str:
    rows = results.reliability
    if not rows:
        return ""
    body = []
    for method in sorted({row.method for row in rows}):
        own = [row for row in rows if row.method == method]
        bins = pooled(own)
        sure = [each for each in bins if each.score > 0.9]
        share = float(np.mean([each.share for each in sure])) if sure else float("nan")
        datasets = len({row.dataset for row in own})
        count = f"{sum(each.features for each in bins):,}"
        cells = [code(method), count, str(datasets), score(calibration_error(bins)), score(share)]
        body.append(cells)
    head = ["method", "features", "data sets", "mean calibration error", "really shifted above 0.9"]
    return paragraphs(
        "## Do probabilities mean what they say",
        "Features by the probability they were given, in tenths, beside the share whose values "
        "were really changed.",
        table(head, body),
        figure("reliability", drawn),
    )


def image_section(drawn: Mapping[str, str]) -> str:
    shown = [figure(name, drawn) for name in drawn if name.startswith("images-")]
    if not shown:
        return ""
    return paragraphs(
        "## A look at images",
        "Five images out of the query, with what `graphnet` and then `fslnet` say about each "
        "pixel; then how far the maps that `fslnet` reads lie apart for each pixel, by what it "
        "said. A pixel that was chosen but is the same in every image, such as one in a corner, "
        "is unchanged by most manipulations, and nobody can find it.",
        *shown,
    )
