"""mRMR: columns that tell about the source and do not repeat one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import UnknownNameError
from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.cuts import Bits, count
from featureshift.methods.baselines._shared.filters import PERMUTATIONS
from featureshift.methods.baselines._shared.greedy import GreedyFilter, Order
from featureshift.methods.baselines._shared.information import table_information
from featureshift.methods.baselines._shared.null import LEVEL
from featureshift.tables import Progress

Criterion = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]
SCHEMES: dict[str, Criterion] = {
    "quotient": lambda relevance, redundancy: relevance / np.maximum(redundancy, 1e-12),
    "difference": lambda relevance, redundancy: relevance - redundancy,
}


class MRMR(GreedyFilter):
    """Minimum redundancy, maximum relevance: greedy choice by two mutual informations.

    Each column is read in ``bins`` quantile bins. The next column is the one with the largest
    relevance I(column; source) over (``scheme="quotient"``) or minus (``"difference"``) its mean
    information about the columns chosen before. The choice ends at the first column whose
    relevance is what relabeled rows give by chance too.

    ``max_selected`` columns are chosen one by one; the others follow by
    the criterion they then have. The score is the smallest relevance met so far in that order,
    so it falls along the order. A missing cell counts as its column's median.

    Parameters
    ----------
    scheme
        "quotient" or "difference" of relevance and redundancy.
    bins
        Quantile bins of a column.
    max_selected
        Columns chosen one by one; half of them, if None.
    permutations
        Random relabelings of the rows, which tell what scores arise by chance.
    level
        Chance that a table without a shift gets any flag.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> reference, query = rng.normal(size=(2, 500, 4))
    >>> query[:, 1] *= 3
    >>> MRMR().localize(reference, query).shifted_features
    ('x1',)
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="mrmr",
        summary="greedy: informative about the source, not about chosen columns",
        paper="Ding & Peng, CSB 2003; Peng et al., TPAMI 2005",
        finds_joint_shifts=False,
        needs_n_shifted=False,
        cost="medium: quadratic in columns",
        slow=True,
    )
    statistic: ClassVar[str] = "a relevance (nats)"

    def __init__(
        self,
        *,
        scheme: str = "quotient",
        bins: int = 4,
        max_selected: int | None = None,
        permutations: int = PERMUTATIONS,
        level: float = LEVEL,
    ) -> None:
        super().__init__(
            bins=bins, max_selected=max_selected, permutations=permutations, level=level
        )
        if scheme not in SCHEMES:
            raise UnknownNameError("scheme", scheme, SCHEMES)
        self.scheme = scheme

    def _relevance(self, bits: Bits, source: Bits, rows: int) -> NDArray[np.float64]:
        return information_with(bits, source[None], rows)

    def _order(
        self, bits: Bits, source: Bits, rows: int, limit: int, progress: Progress | None
    ) -> Order:
        own = self._relevance(bits, source, rows)
        columns = greedy_order(bits, own, rows, SCHEMES[self.scheme], limit, progress)
        return Order(columns, own[columns])


def greedy_order(
    bits: Bits,
    relevance: NDArray[np.float64],
    rows: int,
    criterion: Criterion,
    limit: int,
    progress: Progress | None = None,
) -> NDArray[np.intp]:
    """All columns [features], the first ``limit`` of them chosen one by one."""
    chosen = np.zeros(len(relevance), bool)
    order: list[int] = []
    redundancy, value = np.zeros(len(relevance)), relevance
    for step in range(min(limit, len(relevance))):
        best = int(np.where(chosen, -np.inf, value).argmax())
        chosen[best] = True
        order.append(best)
        redundancy += _redundancy(bits, bits[best], rows)
        value = criterion(relevance, redundancy / (step + 1))
        if progress is not None:
            progress((step + 1) / limit)
    rest = np.flatnonzero(~chosen)
    return np.array([*order, *rest[np.argsort(-value[rest], kind="stable")]], np.intp)


def _redundancy(bits: Bits, other: Bits, rows: int) -> NDArray[np.float64]:
    """Information of each column about one of them; at least what independent columns show.

    Without that floor, the quotient favors columns that happen to look more independent than
    independent ones do.
    """
    chance = (_levels(bits, rows) - 1) * (_levels(other[None], rows) - 1) / (2 * rows)
    return np.maximum(information_with(bits, other, rows), chance)


def information_with(bits: Bits, other: Bits, rows: int) -> NDArray[np.float64]:
    """Information of each column [features, cuts, words] about one other [other cuts, words]."""
    joint = np.zeros((len(bits), bits.shape[1] + 2, len(other) + 2))
    joint[:, 0, 0] = rows
    joint[:, 1:-1, 0], joint[:, 0, 1:-1] = count(bits), count(other)
    for i, single in enumerate(other):
        joint[:, 1:-1, i + 1] = count(bits & single)
    # Rows above a cut minus rows above the next one are the rows between.
    return table_information(np.diff(np.diff(joint, axis=1), axis=2))


def _levels(bits: Bits, rows: int) -> NDArray[np.intp]:
    """Bins of each column that hold a row."""
    above = np.pad(count(bits), [(0, 0), (1, 1)])
    above[:, 0] = rows
    return np.asarray(np.count_nonzero(np.diff(above, axis=1), axis=1))
