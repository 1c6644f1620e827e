"""Old names paired with new ones, however spelled: which have the same relations, or size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case

Matrix = NDArray[np.float64]

DECISIVE = 16.0
"""Squared standard errors by which any other pairing must be worse."""
FEWEST_ROWS = 8


class Pairing(NamedTuple):
    names: dict[int, int]
    """Old category -> new one."""
    evidence: str
    """"relations", "frequency", or "" where another pairing is about as good."""


def paired(case: Case, old: Sequence[int], new: Sequence[int]) -> Pairing:
    """As many old as new categories, each with the one that is most like it.

    Relations come first: two categories of like size are told apart by the other columns.
    """
    by_size, by_relations = _size_costs(case, old, new), _relation_costs(case, old, new)
    for costs, evidence in ((by_relations, "relations"), (by_size, "frequency")):
        best = _cheapest(costs)
        if _margin(costs, best) > DECISIVE and _fits(costs, best):
            return Pairing(_named(old, new, best), evidence)
    return Pairing(_named(old, new, _cheapest(by_size + by_relations)), "")


def _named(old: Sequence[int], new: Sequence[int], best: NDArray[np.intp]) -> dict[int, int]:
    return {a: new[k] for a, k in zip(old, best.tolist(), strict=True)}


def _cheapest(costs: Matrix) -> NDArray[np.intp]:
    """For each old category the new one, so that the sum is smallest."""
    from scipy.optimize import linear_sum_assignment

    return np.asarray(linear_sum_assignment(costs[:, : len(costs)])[1])


def _margin(costs: Matrix, best: NDArray[np.intp]) -> float:
    """How much worse the next best pairing is, in which two exchange their places.

    A lone category has none to exchange with, and no evidence of its own.
    """
    rows = np.arange(len(best))
    own = costs[rows, best]
    crossed = costs[:, best]  # [old, new one of another]
    more = crossed + crossed.T - own[:, None] - own[None, :]
    return float(more[~np.eye(len(best), dtype=bool)].min(initial=np.inf)) if len(best) > 1 else 0.0


def _fits(costs: Matrix, best: NDArray[np.intp]) -> bool:
    return bool((costs[np.arange(len(best)), best] < DECISIVE).all())


def _size_costs(case: Case, old: Sequence[int], new: Sequence[int]) -> Matrix:
    """Squared differences of shares, in standard errors [old, new]."""
    column = case.column
    before = np.array([(column.before == level).sum() for level in old]) + 0.5
    after = np.array([(column.after == level).sum() for level in new]) + 0.5
    n, m = len(column.before) + 1, len(column.after) + 1
    gap = before[:, None] / n - after[None, :] / m
    return np.asarray(gap**2 / (before[:, None] / n**2 + after[None, :] / m**2))


def _relation_costs(case: Case, old: Sequence[int], new: Sequence[int]) -> Matrix:
    """The same for the rows' places in other columns: the one that differs most counts."""
    costs = np.zeros((len(old), len(new)))
    for partner in case.partners:
        before, after = partner.standing
        for own, other in zip(before.T, after.T, strict=True):
            first = [_mean(own[case.column.reference == level]) for level in old]
            second = [_mean(other[case.column.query == level]) for level in new]
            for i, (mean, error) in enumerate(first):
                for j, (another, noise) in enumerate(second):
                    costs[i, j] = max(costs[i, j], (mean - another) ** 2 / (error + noise))
    return costs


def _mean(values: NDArray[np.float64]) -> tuple[float, float]:
    """And its variance; of too few rows, one that says nothing."""
    known = values[~np.isnan(values)]
    if len(known) < FEWEST_ROWS:
        return 0.0, np.inf
    return float(known.mean()), float(known.var() / len(known) + 1 / len(known) ** 2)
