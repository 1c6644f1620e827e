"""Mutual information between each column and the source of its rows, as a method."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.contingency import discrete, source_tables
from featureshift.methods.baselines._shared.filters import PERMUTATIONS, ColumnFilter, Labels
from featureshift.methods.baselines._shared.information import (
    neighbor_information,
    table_information,
)
from featureshift.methods.baselines._shared.null import LEVEL
from featureshift.tables import TablePair, Tally


class MutualInformation(ColumnFilter):
    """Mutual information between each column and the source of a row.

    For numeric columns the k-nearest-neighbor estimate of Ross (2014), for booleans and
    categories the plug-in estimate: scikit-learn's ``mutual_info_classif``, whose values it
    gives. As there, numbers get a tiny noise, the same in every call, as neighbors need
    distinct distances; so the order of rows matters where values repeat. A missing cell counts
    as its column's median.

    Parameters
    ----------
    n_neighbors
        Of the estimate for numbers.
    permutations
        Random relabelings of the rows, which tell what scores arise by chance.
    level
        Chance that a table without a shift gets any flag.
    n_jobs
        Threads, -1 for all cores.

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
        permutations: int = PERMUTATIONS,
        level: float = LEVEL,
        n_jobs: int = 2,
    ) -> None:
        super().__init__(permutations=permutations, level=level)
        if n_neighbors < 1:
            raise OptionError("n_neighbors is below 1", found=repr(n_neighbors))
        self.n_neighbors, self.n_jobs = n_neighbors, n_jobs

    def _statistics(
        self, pair: TablePair, values: NDArray[np.float32], labels: Labels, tally: Tally
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


def _distinct(column: NDArray[np.float64], noise: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scaled and shaken as scikit-learn does."""
    scaled = column / (column.std() or 1.0)
    return scaled + noise * max(1.0, float(np.abs(scaled).mean()))


def _workers(n_jobs: int) -> int:
    return n_jobs if n_jobs > 0 else os.cpu_count() or 1
