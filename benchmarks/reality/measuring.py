"""One method on one case."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import featureshift as fs
from benchmarks.reality.case import Case
from benchmarks.reality.kind import make_case
from benchmarks.reality.kinds import FOUND, KINDS
from benchmarks.reality.result_rows import ERROR, OK, Row
from featureshift.corpus.checkout import source_commit

KS_BONFERRONI = "ks-bonferroni"
SLOW_ROWS = 1000
"""Of each table, that a method marked slow is given."""


@dataclass(frozen=True)
class Agreement:
    precision: float
    recall: float
    f1: float


def agreement(flagged: frozenset[str], truths: Iterable[frozenset[str]]) -> Agreement:
    """With the truth that fits best. Nothing flagged where nothing is shifted is right.

    >>> agreement(frozenset("ab"), [frozenset("bc"), frozenset("a")]).f1
    0.666...
    """
    return max((_agreement(flagged, truth) for truth in truths), key=lambda scores: scores.f1)


def _agreement(flagged: frozenset[str], truth: frozenset[str]) -> Agreement:
    if not flagged and not truth:
        return Agreement(1.0, 1.0, 1.0)
    hits = len(flagged & truth)
    return Agreement(
        precision=hits / max(1, len(flagged)),
        recall=hits / max(1, len(truth)),
        f1=2 * hits / (len(flagged) + len(truth)),
    )


def localizer_named(method: str) -> Any:
    """A registered method, or the tests of this suite."""
    if method == KS_BONFERRONI:
        from benchmarks.reality.ks_bonferroni import KSBonferroni

        return KSBonferroni()
    return fs.methods()[method]()


def can_measure(localizer: Any, kind: str) -> bool:
    """A method that must be given the number of shifted columns raises no alarm of its own."""
    return kind in FOUND or not localizer.info.needs_n_shifted


def measure(localizer: Any, kind: str, run: int) -> Row:
    """The row of one run. What the method refuses with an error becomes a row, too."""
    accepted = inspect.signature(fs.localize).parameters
    case = make_case(kind, KINDS[kind], run).for_options(accepted)
    options: dict[str, Any] = dict(case.options)
    if localizer.info.needs_n_shifted:
        options["n_shifted"] = len(case.shifted)
    if localizer.info.slow:
        options["max_rows"] = SLOW_ROWS
    started = time.perf_counter()
    flagged, reason = frozenset[str](), ""
    try:
        result = fs.localize(case.reference, case.query, method=localizer, **options)
        flagged = frozenset(result.shifted_features)
    except Exception as error:  # whatever stops a user is a result of this suite
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return _row(kind, run, case, flagged, reason, time.perf_counter() - started)


def _row(
    kind: str, run: int, case: Case, flagged: frozenset[str], reason: str, seconds: float
) -> Row:
    scores = agreement(flagged, case.truths)
    return Row(
        kind=kind,
        expects="found" if kind in FOUND else "quiet",
        run=run,
        status=ERROR if reason else OK,
        reason=reason,
        rows_reference=len(case.reference),
        rows_query=len(case.query),
        n_features=case.query.shape[1] - len(case.options),
        n_shifted=len(case.shifted),
        n_flagged=len(flagged),
        precision=scores.precision,
        recall=scores.recall,
        f1=scores.f1,
        seconds=seconds,
        version=fs.__version__,
        commit=source_commit(),
    )
