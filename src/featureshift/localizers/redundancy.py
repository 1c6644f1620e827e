"""mRMR: columns that tell about the source and do not repeat one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError, UnknownNameError
from featureshift.localizers.base import Localizer, MethodInfo, Scores
from featureshift.localizers.cuts import Bits, above_cuts, count, pack
from featureshift.localizers.information import table_information
from featureshift.localizers.matrices import matrices_of
from featureshift.localizers.null import (
    LEVEL,
    check_null_options,
    decision_note,
    null_threshold,
    relabelings,
)
from featureshift.localizers.ranking import falling_scores
from featureshift.tables import Progress, TablePair

Criterion = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]
SCHEMES: dict[str, Criterion] = {
    "quotient": lambda relevance, redundancy: relevance / np.maximum(redundancy, 1e-12),
    "difference": lambda relevance, redundancy: relevance - redundancy,
}


class MRMR(Localizer):
    """Minimum redundancy, maximum relevance: greedy choice by two mutual informations.

    Each column is read in ``bins`` quantile bins. The next column is the one with the largest
    relevance I(column; source) over (``scheme="quotient"``) or minus (``"difference"``) its mean
    information about the columns chosen before. The choice ends at the first column whose
    relevance is what relabeled rows give by chance too.

    ``max_selected`` columns (half of them, if None) are chosen one by one; the others follow by
    the criterion they then have. The score is the smallest relevance met so far in that order,
    so it falls along the order. A missing cell counts as its column's median.

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

    def __init__(
        self,
        *,
        scheme: str = "quotient",
        bins: int = 4,
        max_selected: int | None = None,
        permutations: int = 20,
        level: float = LEVEL,
    ) -> None:
        check_null_options(permutations, level)
        if scheme not in SCHEMES:
            raise UnknownNameError("scheme", scheme, SCHEMES)
        if bins < 2:
            raise OptionError("bins is below 2", found=repr(bins))
        self.scheme, self.bins, self.max_selected = scheme, bins, max_selected
        self.permutations, self.level = permutations, level

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        matrices = matrices_of(pair)
        labels = relabelings(matrices.source, self.permutations, rng)
        bits = above_cuts(matrices.pooled, self.bins - 1)
        rows = labels.shape[1]
        own, *null = (information_with(bits, pack(label)[None], rows) for label in labels)
        threshold = null_threshold(np.max(null, axis=1), self.level)
        limit = (len(own) + 1) // 2 if self.max_selected is None else self.max_selected
        order = greedy_order(bits, own, rows, SCHEMES[self.scheme], limit, progress)
        note = decision_note("a relevance (nats)", threshold, self.permutations, self.level)
        return Scores(falling_scores(order, own[order]), threshold, (note,))


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
