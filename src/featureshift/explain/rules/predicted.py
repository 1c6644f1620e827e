"""Values computed from the other columns by a model: too smooth, too predictable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.prediction import Prediction
from featureshift.explain.proposals import Proposal
from featureshift.explain.quantities import heaps
from featureshift.explain.words import percent

Vector = NDArray[np.float64]

RELATED = 0.2
SHRUNK = 0.7
"""What the partners leave unexplained, as a share of before."""
LOST = 0.15
"""Share of the variance, where the partners do not tell more than before."""
LIKE_A_MODEL = 0.2
"""Distance of distributions: their model need not be ours."""


def propose(case: Case) -> Iterator[Proposal]:
    """What the partners tell stays, the rest shrinks."""
    told = case.prediction
    if told is None or min(case.strength) < RELATED:
        return
    if case.column.categorical:
        yield from _classified(case, told)
        return
    if case.column.two_values:
        yield from _decided(case, told, case.column.two_values)
        return
    if heaps(case.column) or np.nanvar(case.column.reference) == 0:
        return
    lost = 1 - float(np.nanvar(case.column.query) / np.nanvar(case.column.reference))
    before, after = told.unexplained
    if lost <= 0:
        return
    if after < SHRUNK * before:
        words = (
            "values look predicted from other columns: what these leave open has shrunk from "
            f"{percent(before)} to {percent(after)} of the variance"
        )
        yield _smoothed(case, told, words, {"open_before": before, "open_after": after}, 1)
    elif lost > LOST:
        words = f"values look averaged or predicted: {percent(lost)} of the variance is lost"
        smoothed = _smoothed(case, told, words, {"lost_variance": lost}, 2)
        yield replace(smoothed, at_most="medium")  # a group that varies less looks the same


def _smoothed(
    case: Case, told: Prediction, words: str, numbers: dict[str, float], parameters: float
) -> Proposal:
    """What the partners tell, and so much of the rest that the variance is that of the query."""
    column = case.column
    rest = column.reference - told.value_reference
    share = (np.nanvar(column.query) - np.nanvar(told.value_reference)) / np.nanvar(rest)
    values = told.value_reference + np.sqrt(np.clip(share, 0.0, None)) * rest
    return Proposal(words, values, parameters, numbers, near=LIKE_A_MODEL, relations_open=True)


def _decided(case: Case, told: Prediction, two: tuple[float, float]) -> Iterator[Proposal]:
    """A column of two values: the more likely one."""
    before, after = told.unexplained
    if after > SHRUNK * before:
        return
    likely = np.where(told.value_reference > sum(two) / 2, two[1], two[0])
    values = np.where(np.isnan(case.column.reference), np.nan, likely)
    yield _clearer(values, before, after)


def _classified(case: Case, told: Prediction) -> Iterator[Proposal]:
    before, after = told.unexplained
    if after > SHRUNK * before:
        return
    rest = 1 - told.reference.sum(axis=1)
    scores = np.column_stack([told.reference, rest])
    values = np.where(np.isnan(case.column.reference), np.nan, scores.argmax(axis=1))
    yield _clearer(values, before, after)


def _clearer(values: Vector, before: float, after: float) -> Proposal:
    words = (
        "values look predicted from other columns: what these leave open has shrunk from "
        f"{percent(before)} to {percent(after)}"
    )
    numbers = {"open_before": before, "open_after": after}
    return Proposal(words, values, 1, numbers, near=LIKE_A_MODEL, relations_open=True)
