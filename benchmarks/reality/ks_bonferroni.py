"""Kolmogorov-Smirnov with Bonferroni: what a careful person does without a library like this."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.stats import chi2_contingency, fisher_exact, ks_2samp

from featureshift import Localizer, MethodInfo, Scores
from featureshift.tables import Progress, TablePair

SMALLEST = 1e-300


class KSBonferroni(Localizer):
    """Each column by itself: numbers by Kolmogorov-Smirnov, categories by chi-square.

    The shares of missing cells are compared by Fisher's exact test. Score of a column is the
    negative log of its smallest p-value; the threshold is Bonferroni's, over all tests.

    Parameters
    ----------
    level
        Chance that a table without a shift gets any flag, if rows are independent.

    >>> reference, query = np.random.default_rng(0).normal(size=(2, 500, 3))
    >>> query[:, 1] += 0.5
    >>> KSBonferroni().localize(reference, query).shifted_features
    ('x1',)
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="ks-bonferroni",
        summary="Kolmogorov-Smirnov or chi-square of each column, Bonferroni",
        paper="textbook",
        finds_joint_shifts=False,
        needs_n_shifted=False,
        cost="low: a sort of each column",
    )

    def __init__(self, level: float = 0.05) -> None:
        self.level = level

    def _score(self, pair: TablePair, rng: Generator, progress: Progress | None) -> Scores:  # noqa: ARG002
        columns = [side.rows_in_order().T for side in pair.sides]
        p_values = [
            p_values_of(reference, query, categorical=bool(categorical))
            for reference, query, categorical in zip(*columns, pair.categorical, strict=True)
        ]
        n_tests = max(1, sum(map(len, p_values)))
        scores = [-np.log(max(SMALLEST, min(each, default=1.0))) for each in p_values]
        return Scores(np.array(scores), -float(np.log(self.level / n_tests)))


def p_values_of(
    reference: NDArray[np.float32], query: NDArray[np.float32], *, categorical: bool
) -> list[float]:
    """Of one column: its values, and its missing cells where there are any; NaN is missing.

    >>> alike = np.arange(100, dtype=np.float32)
    >>> p_values_of(alike, alike + 1000, categorical=False)[0] < 1e-30
    True
    """
    found = []
    missing = [np.isnan(values) for values in (reference, query)]
    if missing[0].any() or missing[1].any():
        counts = [[int(holes.sum()), int((~holes).sum())] for holes in missing]
        found.append(float(fisher_exact(counts).pvalue))
    reference, query = reference[~missing[0]], query[~missing[1]]
    if len(reference) and len(query):
        found.append(_chi_square(reference, query) if categorical else _ks(reference, query))
    return found


def _ks(reference: NDArray[np.float32], query: NDArray[np.float32]) -> float:
    # The exact p-value of long tables takes long and differs in no digit that matters.
    exact = min(len(reference), len(query)) < 100
    return float(ks_2samp(reference, query, method="auto" if exact else "asymp").pvalue)


def _chi_square(reference: NDArray[np.float32], query: NDArray[np.float32]) -> float:
    levels, codes = np.unique(np.concatenate([reference, query]), return_inverse=True)
    if len(levels) < 2:
        return 1.0
    table = [
        np.bincount(part, minlength=len(levels))
        for part in (codes[: len(reference)], codes[len(reference) :])
    ]
    return float(chi2_contingency(table, correction=False).pvalue)
