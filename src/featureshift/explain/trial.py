"""How often the diagnosis is right: simulated mishaps, and what was said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.mixed import MIXED, Column, Columns
from featureshift.explain.evidence import Diagnosis, Where
from featureshift.methods.base import Localizer, MethodInfo, Scores
from featureshift.simulate.mishaps import MISHAPS, Mishap, as_seconds, is_date
from featureshift.simulate.parts import Part, draw_part, in_part
from featureshift.tables import Progress, TablePair

TUNED_ON = ("clinic", "blend", "orders")
"""Tables looked at while the rules were written."""
HELD_OUT = ("households", "machines", "visits")


def untouched(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:  # noqa: ARG001
    """A column that is flagged though nothing happened to it."""
    return {name: query[name]}


TRIALS: dict[str, Mishap] = MISHAPS | {"unclear": untouched}
"""Diagnosis to be made -> what is done to a column."""


class Told(Localizer):
    """Knows the answer, so that the diagnosis alone is on trial."""

    info: ClassVar[MethodInfo] = MethodInfo("told", "", "", True, False, "low")

    def __init__(self, shifted: tuple[str, ...]) -> None:
        self.shifted = shifted

    def _score(
        self,
        pair: TablePair,
        rng: np.random.Generator,  # noqa: ARG002
        progress: Progress | None,  # noqa: ARG002
    ) -> Scores:
        return Scores(np.array([float(name in self.shifted) for name in pair.features]), 0.5)


@dataclass(frozen=True, eq=False)
class TrialCase:
    code: str
    """Of the mishap, and so of the diagnosis to be made."""
    table: str
    reference: Columns
    query: Columns
    shifted: tuple[str, ...]
    part: Part | None = None
    """Of the query's rows, where the mishap did not strike all."""
    intact: Columns = field(default_factory=dict)
    """The query before the mishap."""


class Outcome(NamedTuple):
    truth: str
    said: str
    """Code of the first diagnosis; "not found" if the method did not flag the column."""
    confidence: str
    table: str
    feature: str
    words: str
    where: str = ""
    """In which rows it is said to have happened, in words."""
    same_rows: bool = False
    """Whether these are the rows in which it happened; of all rows, whether none are named."""


def cases(
    tables: Sequence[str],
    per_mishap: int,
    seed: int,
    *,
    codes: Collection[str] = tuple(TRIALS),
    rows: tuple[int, int] = (500, 5000),
) -> Iterator[TrialCase]:
    """So many cases of each mishap, spread over the tables, each with a single mishap."""
    for place, (code, mishap) in enumerate(TRIALS.items()):
        if code not in codes:
            continue
        made = 0
        for attempt in range(100 * per_mishap):
            rng = np.random.default_rng([seed, place, attempt])
            table = tables[attempt % len(tables)]
            n = int(np.exp(rng.uniform(*np.log(rows))))
            population = int(rng.integers(2**31))
            reference, query = (
                MIXED[table](n, np.random.default_rng(population), rng) for _ in range(2)
            )
            name = str(rng.choice(list(query)))
            new = mishap(reference, query, name, rng)
            if new:
                yield TrialCase(code, table, reference, query | new, tuple(new), intact=query)
                made += 1
            if made == per_mishap:
                break


def outcomes(trials: Iterable[TrialCase], method: Localizer | None = None) -> Iterator[Outcome]:
    """What is said of the shifted columns, and of those that the method flagged besides.

    Without a ``method`` the truth is flagged. Of a column to which nothing happened "unclear" is
    the truth.
    """
    for case in trials:
        localizer = method or Told(case.shifted)
        found = localizer.localize(arrow_table(case.reference), arrow_table(case.query)).explain()
        said = {column.feature: (column.diagnoses[0], column.where) for column in found.columns}
        for name in dict.fromkeys([*case.shifted, *said]):
            truth = case.code if name in case.shifted else "unclear"
            first, where = said.get(name, (Diagnosis("not found", "", ""), None))
            part = case.part if name in case.shifted else None
            yield Outcome(
                truth,
                first.code,
                first.confidence,
                case.table,
                name,
                first.words,
                where.words if where else "",
                _same_rows(part, where, case.query),
            )


def _same_rows(part: Part | None, where: Where | None, query: Columns) -> bool:
    """Whether most of the rows that are named or were struck are both."""
    if part is None or where is None:
        return part is None and where is None
    named = rows_where(where, query)
    return bool((named & part.rows).sum() > SAME_ROWS * (named | part.rows).sum())


def rows_where(where: Where, query: Mapping[str, Column]) -> NDArray[np.bool_]:
    """The rows of a table for which a condition holds.

    >>> last = Where("", None, "rows", (3, 4), 0.5)
    >>> rows_where(last, {"x": np.arange(4.0)}).tolist()
    [False, False, True, True]
    """
    if where.column is None:
        first, last = (int(row) for row in where.values)
        row = np.arange(1, len(next(iter(query.values()))) + 1)
        return np.asarray((row >= first) & (row <= last))
    column = query[where.column]
    if is_date(column):
        column = as_seconds(column)
    with np.errstate(invalid="ignore"):
        if where.op == ">":
            return np.asarray(column > where.values[0])
        if where.op == "<=":
            return np.asarray(column <= where.values[0])
        return np.asarray([value in where.values for value in column])


SAME_ROWS = 0.8
WHOLE_COLUMNS = ("type-changed", "unclear", "outliers", "truncated", "category-lost", "trend")
"""What cannot happen to some rows only, or happens to few anyway."""


def cases_in_parts(
    tables: Sequence[str],
    per_mishap: int,
    seed: int,
    *,
    codes: Collection[str] = tuple(TRIALS),
    rows: int = 5000,
) -> Iterator[TrialCase]:
    """So many cases of each mishap, each in about a tenth of the query's rows."""
    for place, (code, mishap) in enumerate(TRIALS.items()):
        made = 0 if code in codes and code not in WHOLE_COLUMNS else per_mishap
        for attempt in range(300 * per_mishap):
            if made == per_mishap:
                break
            rng = np.random.default_rng([seed, place, attempt])
            table = tables[attempt % len(tables)]
            population = int(rng.integers(2**31))
            reference, query = (
                MIXED[table](rows, np.random.default_rng(population), rng) for _ in range(2)
            )
            name = str(rng.choice(list(query)))
            part = draw_part(query, name, rng)
            new = part and in_part(mishap, reference, query, name, part.rows, rng)
            in_order = code != "row-offset" or (part and part.column is None)
            if part and new and part.column not in new and in_order:
                yield TrialCase(code, table, reference, query | new, tuple(new), part, query)
                made += 1


def arrow_table(columns: Columns) -> Any:
    import pyarrow as pa

    return pa.table({name: pa.array(c, from_pandas=True) for name, c in columns.items()})


class Summary(NamedTuple):
    found: int
    right: float
    """Share of the found whose first diagnosis is right."""
    sure: float
    """Share of the found that were diagnosed with high confidence."""
    sure_and_wrong: float


def summary(results: Iterable[Outcome]) -> Summary:
    """
    >>> right = Outcome("scale", "scale", "high", "table", "column", "")
    >>> summary([right, right._replace(said="unclear", confidence="low")])
    Summary(found=2, right=0.5, sure=0.5, sure_and_wrong=0.0)
    """
    found = [r for r in results if r.said != "not found"]
    n = max(len(found), 1)
    return Summary(
        len(found),
        sum(r.said == r.truth for r in found) / n,
        sum(r.confidence == "high" for r in found) / n,
        sum(r.confidence == "high" and r.said != r.truth for r in found) / n,
    )


def confusion(results: Iterable[Outcome]) -> dict[str, Counter[str]]:
    """Truth -> how often each diagnosis was said."""
    table: dict[str, Counter[str]] = {}
    for result in results:
        table.setdefault(result.truth, Counter())[result.said] += 1
    return table
