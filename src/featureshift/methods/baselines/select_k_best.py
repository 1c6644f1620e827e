"""SelectKBest: ANOVA-F and chi-square between each column and the source of its rows."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.decide import Scale
from featureshift.engines.parallel import one_thread
from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.contingency import chi_square, discrete, source_tables
from featureshift.methods.baselines._shared.filters import ColumnFilter, Labels
from featureshift.methods.baselines._shared.tails import log_chi2_tail, log_f_tail
from featureshift.tables import TablePair, Tally

_CELLS = 1 << 18
"""Cells in double precision at a time: 2 MB, which stay in the cache between their uses."""


class SelectKBest(ColumnFilter):
    """ANOVA-F of numeric columns, chi-square of categories; ranked by ``-log p``.

    Booleans and categories are tested by Pearson's chi-square of the category-by-source table,
    everything else, 0/1 numbers included, by the F of two groups. As the two are on different
    scales, the score is the negative log p-value. Sees means and category shares, nothing else;
    a missing cell counts as its column's median.

    Parameters
    ----------
    permutations
        Random relabelings of the rows, which tell what scores arise by chance.
    level
        Chance that a table without a shift gets any flag.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> reference, query = rng.normal(size=(2, 500, 3))
    >>> query[:, 1] += 0.5
    >>> SelectKBest().localize(reference, query).shifted_features
    ('x1',)
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="select-k-best",
        summary="ANOVA-F or chi-square between column and source",
        paper="scikit-learn SelectKBest; compared in Barrabés et al., NeurIPS 2023",
        finds_joint_shifts=False,
        needs_n_shifted=False,
        cost="low: a matrix product per relabeling",
        scale=Scale.NEGATIVE_LOG_P,
    )
    statistic: ClassVar[str] = "a negative log p-value"

    def _statistics(
        self, pair: TablePair, values: NDArray[np.float32], labels: Labels, tally: Tally
    ) -> NDArray[np.float64]:
        scores = np.empty((len(labels), pair.n_features))
        counted = discrete(pair)
        if not counted.all():
            numbers = values[:, ~counted] if counted.any() else values
            with one_thread():
                f = f_statistics(numbers, labels)
            scores[:, ~counted] = -log_f_tail(f, max(len(values) - 2, 1))
            tally.add(numbers.shape[1])
        for j in np.flatnonzero(counted).tolist():
            tables = source_tables(values[:, j], labels)
            freedom = np.full(len(labels), tables.shape[-1] - 1.0)
            scores[:, j] = -log_chi2_tail(chi_square(tables), freedom)
            tally.add(1)
        return scores


def f_statistics(values: NDArray[np.floating], labels: Labels) -> NDArray[np.float64]:
    """ANOVA-F [labelings, features] of values [rows, features] between the two groups of rows.

    >>> f_statistics(np.array([[0.0], [1], [2], [3]]), np.array([[0, 0, 1, 1]], bool)).item()
    8.0
    """
    rows, columns = values.shape
    groups = labels.astype(np.float64)
    mean = values.mean(axis=0, dtype=np.float64)
    total, sums = np.zeros(columns), np.zeros((columns, len(groups)))
    for start in range(0, rows, step := max(1, _CELLS // columns)):
        centered = values[start : start + step] - mean
        total += np.einsum("ij,ij->j", centered, centered)
        # Transposed, as OpenBLAS takes sixty times as long for few long rows times long columns.
        sums += centered.T @ groups[:, start : start + step].T
    members = groups.sum(axis=1, keepdims=True)
    between = sums.T**2 * rows / (members * (rows - members))
    # Where nothing is left within the groups, the largest finite answer instead of infinity.
    within = np.maximum(total - between, 1e-15 * total)
    return np.asarray(between * (rows - 2) / np.where(within > 0, within, 1.0))
