"""How a result was computed, as labeled lines."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import numpy as np

from featureshift import __version__
from featureshift.decide import Scale
from featureshift.explain import Explanation
from featureshift.methods.registry import method_info
from featureshift.report.data import Fact
from featureshift.report.numbers import count, number
from featureshift.result import Localization

WEIGHTS_NOTE = "weights"
"""Code of the note in which a method tells the name and hash of the network it ran."""


def score_name(method: str) -> str:
    """What people call a score of this method: a probability where it is one."""
    info = method_info(method)
    return "probability" if info is not None and info.scale is Scale.PROBABILITY else "score"


def in_one_line(result: Localization) -> str:
    cut = "" if result.threshold is None else f", {_above(result.method, result.threshold)}"
    rows = result.rows_used
    return (
        f"{result.method}{cut}; {count(rows.reference, 'reference row')}, "
        f"{count(rows.query, 'query row')}; {result.seconds:.2f} s"
    )


def facts_about(result: Localization, explanation: Explanation | None) -> tuple[Fact, ...]:
    rows = result.rows_used
    facts = [
        Fact("Method", _method(result.method)),
        *(Fact("Weights", note.message) for note in result.notes if note.code == WEIGHTS_NOTE),
        Fact("Rows compared", f"{rows.reference:,} of the reference, {rows.query:,} of the query"),
        Fact("Decision", _decision(result)),
    ]
    if explanation is not None and explanation.columns:
        kept = f"{explanation.rows_reference:,} reference and {explanation.rows_query:,} query rows"
        facts.append(Fact("Evidence from", kept))
    facts.append(Fact("Time to compare", f"{result.seconds:.2f} s"))
    facts.append(Fact("Report written", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"))
    return (*facts, Fact("Versions", _versions()))


def _method(name: str) -> str:
    info = method_info(name)
    if info is None:
        return name
    finds = "marginal and joint shifts" if info.finds_joint_shifts else "marginal shifts only"
    return f"{name}: {info.summary}; finds {finds} ({info.paper})"


def _decision(result: Localization) -> str:
    if result.threshold is None:
        return "the columns with the highest scores, as many as were asked for"
    return f"shifted means a {_above(result.method, result.threshold)}"


def _above(method: str, threshold: float) -> str:
    if score_name(method) == "score":
        return f"score above {number(threshold)}"
    return f"probability of change above {number(threshold, 3)} (the cut-off for this table)"


def _versions() -> str:
    python = ".".join(map(str, sys.version_info[:3]))
    return f"featureshift {__version__}, Python {python}, NumPy {np.__version__}"
