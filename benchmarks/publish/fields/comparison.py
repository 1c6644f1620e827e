"""A suite on which methods are compared: its extent, its tables, its leaderboard."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.publish.comparable_rows import ComparableRows, on_all_tasks
from benchmarks.publish.count_given import is_count_given
from benchmarks.publish.fields.leaderboard import (
    FinishedTables,
    Leaderboard,
    leaderboard,
    without_unfinished_tables,
)
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import f1_by, overall
from benchmarks.publish.words import code, score, seconds, table
from featureshift.bench.aggregate import GROUPINGS, summarize
from featureshift.bench.rows import Row
from featureshift.methods import METHODS

TITLES = {
    "local": "Tables at hand, up to 20,000 rows",
    "published": "Tables of the published model",
    "methods": "Short tables, all methods",
}


@dataclass(frozen=True)
class SuiteFields:
    name: str
    title: str
    about: str
    compared: ComparableRows
    tasks_each: str
    """Of a data set, such as "8 to 30"."""
    fewest_columns: int
    most_columns: int
    most_rows: int
    machines: tuple[str, ...]
    trained_on: int
    """Runs in which the method has learned from the very table."""
    fewer_rows: tuple[FewerRows, ...]
    begun: dict[str, int]
    """Methods that ran too few tasks to be compared, with how many."""
    not_begun: tuple[str, ...]
    all_tasks: int
    method_table: str
    leaderboard: Leaderboard | None
    whole: WholeSuite | None
    manipulation_table: str
    dataset_table: str


@dataclass(frozen=True)
class FewerRows:
    """A method that, being slow, was given fewer rows of some tasks than others."""

    method: str
    tasks: int
    most: int


@dataclass(frozen=True)
class WholeSuite:
    """The methods that ran every task, where those above left some out."""

    tasks: int
    method_table: str
    finished: FinishedTables | None


def suite_fields(results: Results, compared: ComparableRows) -> SuiteFields:
    suite = results.suites[compared.suite]
    ran = Counter(row.method for row in results.of_suite(suite.name))
    each = [sum(task.dataset == name for task in compared.tasks) for name in compared.datasets]
    few, many = min(each), max(each)
    widths = [row.n_features for row in compared.rows]
    return SuiteFields(
        name=suite.name,
        title=TITLES[suite.name],
        about=f"{suite.about[0].upper()}{suite.about[1:]}",
        compared=compared,
        tasks_each=f"{few}" if few == many else f"{few} to {many}",
        fewest_columns=min(widths),
        most_columns=max(widths),
        most_rows=_most_rows(compared.rows),
        machines=tuple(sorted({row.machine for row in compared.rows})),
        trained_on=sum(row.trained_on for row in compared.rows),
        fewer_rows=tuple(_fewer_rows(compared)),
        begun={method: n for method, n in ran.items() if method not in compared.methods},
        not_begun=tuple(method for method in METHODS if method not in ran),
        all_tasks=len(suite.tasks),
        method_table=method_table(compared),
        leaderboard=leaderboard(compared),
        whole=_whole(compared, on_all_tasks(results.rows, suite)),
        manipulation_table=_group_table(compared, "manipulation", compared.manipulations),
        dataset_table=_group_table(compared, "dataset", compared.datasets),
    )


def method_table(compared: ComparableRows) -> str:
    changed = {each.method: each.mean for each in summarize(compared.rows, metric="changed_f1")}
    head = ["method", "mean F1", "95 % interval", "median F1", "of changed columns"]
    head += ["most rows", "mean s", "max s", "unfinished", "given the number of shifted columns"]
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


def _fewer_rows(compared: ComparableRows) -> Iterable[FewerRows]:
    most: dict[str, int] = defaultdict(int)
    for row in compared.rows:
        most[row.task] = max(most[row.task], row.rows_reference)
    short = [row for row in compared.rows if row.rows_reference < most[row.task]]
    for method in compared.methods:
        if rows := [row for row in short if row.method == method]:
            yield FewerRows(method, len(rows), _most_rows(rows))


def _whole(compared: ComparableRows, whole: ComparableRows | None) -> WholeSuite | None:
    if whole is None or len(whole.tasks) == len(compared.tasks):
        return None
    return WholeSuite(len(whole.tasks), method_table(whole), without_unfinished_tables(whole))


def _group_table(compared: ComparableRows, by: str, names: Sequence[str]) -> str:
    scores = f1_by(compared, GROUPINGS[by], "mean")
    body = [[code(m), *(score(scores[m, name]) for name in names)] for m in compared.methods]
    return table(["mean F1", *names], body)
