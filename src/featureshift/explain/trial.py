"""How often the diagnosis is right: simulated mishaps, and what was said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from featureshift.corpus.mixed import MIXED, Column, Columns
from featureshift.explain.evidence import Diagnosis
from featureshift.methods.base import Localizer, MethodInfo, Scores
from featureshift.simulate.mishaps import MISHAPS, Mishap
from featureshift.tables import Progress, TablePair

TUNED_ON = ("clinic", "blend")
"""Tables looked at while the rules were written."""
HELD_OUT = ("households", "machines")


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


class Outcome(NamedTuple):
    truth: str
    said: str
    """Code of the first diagnosis; "not found" if the method did not flag the column."""
    confidence: str
    table: str
    feature: str
    words: str


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
                yield TrialCase(code, table, reference, query | new, tuple(new))
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
        found = localizer.localize(_arrow(case.reference), _arrow(case.query)).explain()
        said = {column.feature: column.diagnoses[0] for column in found.columns}
        for name in dict.fromkeys([*case.shifted, *said]):
            truth = case.code if name in case.shifted else "unclear"
            first = said.get(name, Diagnosis("not found", "", ""))
            yield Outcome(truth, first.code, first.confidence, case.table, name, first.words)


def _arrow(columns: Columns) -> Any:
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
