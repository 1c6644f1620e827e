"""One-column-at-a-time filters: how much a column tells about the table its row came from."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.localizers.base import Localizer, MethodInfo, Scores
from featureshift.localizers.contingency import chi_square, discrete, source_tables
from featureshift.localizers.information import neighbor_information, table_information
from featureshift.localizers.matrices import matrices_of
from featureshift.localizers.null import (
    LEVEL,
    check_null_options,
    decision_note,
    null_threshold,
    relabelings,
)
from featureshift.localizers.tails import log_chi2_tail, log_f_tail
from featureshift.tables import Progress, TablePair, Tally

_CHUNK = 256
"""Columns handled at a time: enough for fast matrix products, few for memory."""


class Filter(Localizer):
    """Scores each column alone, for the true and for permuted sources, and cuts between them."""

    statistic: ClassVar[str]
    permutations: int
    level: float

    @abstractmethod
    def _statistics(
        self, values: NDArray[np.float32], labels: NDArray[np.bool_], tally: Tally, pair: TablePair
    ) -> NDArray[np.float64]:
        """[labelings, features] for pooled values [rows, features] and labels [.., rows]."""

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        matrices = matrices_of(pair)
        labels = relabelings(matrices.source, self.permutations, rng)
        tally = Tally(pair.n_features, progress)
        own, *null = self._statistics(matrices.pooled, labels, tally, pair)
        threshold = null_threshold(np.max(null, axis=1), self.level)
        note = decision_note(self.statistic, threshold, self.permutations, self.level)
        return Scores(own, threshold, (note,))


class SelectKBest(Filter):
    """ANOVA-F of numeric columns, chi-square of categories; ranked by ``-log p``.

    Booleans and categories are tested by Pearson's chi-square of the category-by-source table,
    everything else, 0/1 numbers included, by the F of two groups. As the two are on different
    scales, the score is the negative log p-value. Sees means and category shares, nothing else;
    a missing cell counts as its column's median.

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
    )
    statistic: ClassVar[str] = "a negative log p-value"

    def __init__(self, *, permutations: int = 20, level: float = LEVEL) -> None:
        check_null_options(permutations, level)
        self.permutations, self.level = permutations, level

    def _statistics(
        self, values: NDArray[np.float32], labels: NDArray[np.bool_], tally: Tally, pair: TablePair
    ) -> NDArray[np.float64]:
        scores = np.empty((len(labels), pair.n_features))
        groups = labels.astype(np.float64)
        for columns in _chunks(~discrete(pair)):
            f = f_statistics(values[:, columns].astype(np.float64), groups)
            scores[:, columns] = -log_f_tail(f, max(len(values) - 2, 1))
            tally.add(len(columns))
        for j in np.flatnonzero(discrete(pair)).tolist():
            tables = source_tables(values[:, j], labels)
            freedom = np.full(len(labels), tables.shape[-1] - 1.0)
            scores[:, j] = -log_chi2_tail(chi_square(tables), freedom)
            tally.add(1)
        return scores


class MutualInformation(Filter):
    """Mutual information between each column and the source of a row.

    For numeric columns the k-nearest-neighbor estimate of Ross (2014), for booleans and
    categories the plug-in estimate: scikit-learn's ``mutual_info_classif``, whose values it
    gives. As there, numbers get a tiny noise, the same in every call, as neighbors need
    distinct distances; so the order of rows matters where values repeat. A missing cell counts
    as its column's median.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> reference, query = rng.normal(size=(2, 500, 3))
    >>> query[:, 1] *= 3
    >>> MutualInformation().localize(reference, query).shifted_features
    ('x1',)
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="mutual-info",
        summary="mutual information between column and source",
        paper="Ross, PLoS ONE 2014; compared in Barrabés et al., NeurIPS 2023",
        finds_joint_shifts=False,
        needs_n_shifted=False,
        cost="medium: sorted neighbors per column and relabeling",
        slow=True,
        ignores_row_order=False,
    )
    statistic: ClassVar[str] = "an information (nats)"

    def __init__(
        self,
        *,
        n_neighbors: int = 3,
        permutations: int = 20,
        level: float = LEVEL,
        n_jobs: int = 2,
    ) -> None:
        check_null_options(permutations, level)
        if n_neighbors < 1:
            raise OptionError("n_neighbors is below 1", found=repr(n_neighbors))
        self.n_neighbors, self.n_jobs = n_neighbors, n_jobs
        self.permutations, self.level = permutations, level

    def _statistics(
        self, values: NDArray[np.float32], labels: NDArray[np.bool_], tally: Tally, pair: TablePair
    ) -> NDArray[np.float64]:
        # One noise for all columns: a column's score then does not depend on its neighbors.
        noise = 1e-10 * np.random.default_rng(0).standard_normal(len(values))
        counted = discrete(pair)

        def column(j: int) -> NDArray[np.float64]:
            if counted[j]:
                scores = table_information(source_tables(values[:, j], labels))
            else:
                numbers = _distinct(values[:, j].astype(np.float64), noise)
                scores = neighbor_information(numbers, labels, self.n_neighbors)
            tally.add(1)
            return scores

        with ThreadPoolExecutor(_workers(self.n_jobs)) as pool:
            return np.stack(list(pool.map(column, range(pair.n_features))), axis=1)


def f_statistics(values: NDArray[np.float64], groups: NDArray[np.float64]) -> NDArray[np.float64]:
    """ANOVA-F of values [rows, features] between the two groups of each row of 0/1 ``groups``.

    >>> f_statistics(np.array([[0.0], [1], [2], [3]]), np.array([[0.0, 0, 1, 1]])).item()
    8.0
    """
    rows = len(values)
    centered = values - values.mean(axis=0)
    total = np.einsum("ij,ij->j", centered, centered)
    members = groups.sum(axis=1, keepdims=True)
    # Transposed, as OpenBLAS takes sixty times as long for few long rows times long columns.
    sums = (centered.T @ groups.T).T
    between = sums**2 * rows / (members * (rows - members))
    # Where nothing is left within the groups, the largest finite answer instead of infinity.
    within = np.maximum(total - between, 1e-15 * total)
    return np.asarray(between * (rows - 2) / np.where(within > 0, within, 1.0))


def _chunks(chosen: NDArray[np.bool_]) -> Iterator[NDArray[np.intp]]:
    columns = np.flatnonzero(chosen)
    for start in range(0, len(columns), _CHUNK):
        yield columns[start : start + _CHUNK]


def _distinct(column: NDArray[np.float64], noise: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scaled and shaken as scikit-learn does."""
    scaled = column / (column.std() or 1.0)
    return scaled + noise * max(1.0, float(np.abs(scaled).mean()))


def _workers(n_jobs: int) -> int:
    return n_jobs if n_jobs > 0 else os.cpu_count() or 1
