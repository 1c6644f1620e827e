"""The section of a suite on which methods are compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from benchmarks.publish.comparable_rows import ComparableRows, complete
from benchmarks.publish.count_given import is_count_given
from benchmarks.publish.fields.leaderboard import but_for_unfinished, leaderboard
from benchmarks.publish.figures.registry import SUITE_FIGURES
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import f1_by, overall
from benchmarks.publish.words import (
    code,
    counted,
    figure,
    listed,
    paragraphs,
    score,
    seconds,
    table,
)
from featureshift.bench.aggregate import GROUPINGS, summarize
from featureshift.bench.rows import Row
from featureshift.methods import METHODS

TITLES = {
    "local": "Tables at hand, up to 20,000 rows",
    "published": "Tables of the published model",
    "methods": "Short tables, all methods",
}


def comparison_section(results: Results, compared: ComparableRows, drawn: Mapping[str, str]) -> str:
    """Tables and figures of one suite."""
    suite, about = compared.suite, results.suites[compared.suite].about
    return paragraphs(
        f"## {TITLES[suite]} (suite `{suite}`)",
        f"{about[0].upper()}{about[1:]}. {_extent(compared)}",
        _behind(compared, results),
        method_table(compared),
        figure(f"f1-{suite}", drawn),
        leaderboard(compared),
        _whole(compared, complete(results.rows, results.suites[suite])),
        "### By manipulation",
        _group_table(compared, "manipulation", compared.manipulations),
        figure(f"manipulation-{suite}", drawn),
        figure(f"manipulation-median-{suite}", drawn),
        "### By data set",
        _group_table(compared, "dataset", compared.datasets),
        figure(f"dataset-{suite}", drawn),
        figure(f"dataset-median-{suite}", drawn),
        _speed(suite, drawn),
    )


def method_table(compared: ComparableRows) -> str:
    changed = {each.method: each.mean for each in summarize(compared.rows, metric="changed_f1")}
    head = ["method", "mean F1", "95 % interval", "median F1", "of changed columns"]
    head += ["most rows", "mean s", "max s", "unfinished", "told how many are shifted"]
    body = [
        [
            code(each.method),
            score(each.mean),
            f"{score(each.low)} to {score(each.high)}",
            score(overall(compared, each.method, "median").f1),
            score(changed[each.method]),
            f"{_most_rows(row for row in compared.rows if row.method == each.method):,}",
            seconds(overall(compared, each.method, "mean").seconds),
            seconds(each.seconds_max),
            str(each.unfinished),
            "yes" if is_count_given(each.method) else "no",
        ]
        for each in compared.summaries
    ]
    return table(head, body)


def _most_rows(rows: Iterable[Row]) -> int:
    return max(max(row.rows_reference, row.rows_query) for row in rows)


def _extent(compared: ComparableRows) -> str:
    queries = [sum(task.dataset == name for task in compared.tasks) for name in compared.datasets]
    few, many = min(queries), max(queries)
    each = f"{few} each" if few == many else f"{few} to {many} each"
    rows = _most_rows(compared.rows)
    widths = sorted(row.n_features for row in compared.rows)
    learned = sum(row.trained_on for row in compared.rows)
    text = (
        f"{counted(len(compared.tasks), 'query')} of {listed(compared.datasets)} ({each}), "
        f"with {widths[0]:,} to {widths[-1]:,} columns and at most {rows:,} rows per table, run "
        f"on {listed(sorted({row.machine for row in compared.rows}))}."
    )
    if learned:
        text += f" In {counted(learned, 'run')} the method has learned from the table itself."
    return text + _fewer_rows(compared)


def _fewer_rows(compared: ComparableRows) -> str:
    """Which methods, being slow, were given fewer rows of a query than others."""
    most: dict[str, int] = defaultdict(int)
    for row in compared.rows:
        most[row.task] = max(most[row.task], row.rows_reference)
    short = [row for row in compared.rows if row.rows_reference < most[row.task]]
    given = [
        f"{code(method)} in {len(rows)} queries (at most {_most_rows(rows):,})"
        for method in compared.methods
        if (rows := [row for row in short if row.method == method])
    ]
    return f" Fewer rows than others had {listed(given)}." if given else ""


def _behind(compared: ComparableRows, results: Results) -> str:
    """Methods that do not take part yet: they ran a part of the suite, or nothing of it."""
    ran = Counter(row.method for row in results.of_suite(compared.suite))
    begun = [f"{code(m)} ({n})" for m, n in ran.items() if m not in compared.methods]
    absent = [code(method) for method in METHODS if method not in ran]
    total = len(results.suites[compared.suite].tasks)
    text = f"Of {total} queries these methods ran too few so far: {listed(begun)}." if begun else ""
    return f"{text} Not begun: {listed(absent)}.".strip() if absent else text


def _whole(compared: ComparableRows, whole: ComparableRows | None) -> str:
    """Fast methods ran more than slow ones: their numbers on all tasks."""
    if whole is None or len(whole.tasks) == len(compared.tasks):
        return ""
    return paragraphs(
        f"On all {counted(len(whole.tasks), 'query')} of the suite, which not every method ran:",
        method_table(whole),
        but_for_unfinished(whole) if len(whole.methods) > 1 else "",
    )


def _group_table(compared: ComparableRows, by: str, names: Sequence[str]) -> str:
    scores = f1_by(compared, GROUPINGS[by], "mean")
    body = [[code(m), *(score(scores[m, name]) for name in names)] for m in compared.methods]
    return table(["mean F1", *names], body)


def _speed(suite: str, drawn: Mapping[str, str]) -> str:
    names = ("runtime", "runtime-median", "cost", "size")
    duels = [name for name in SUITE_FIGURES if name.startswith(("duel", "speedup"))]
    shown = [figure(f"{name}-{suite}", drawn) for name in (*names, *duels)]
    return paragraphs("### Speed", *shown) if any(shown) else ""
