"""Numbers for levels: what a categorical column enters its relations with.

Levels have no order, and codes by frequency make one up: a column of towns is related to nothing
then, however well it tells the climate. The levels of a column are therefore placed where the other
columns place them: by the leading axis of their means in these (correspondence analysis), taken in
each table by itself, so that a relation that turned round does not cancel out. Where the means say
no more than chance would, that axis would be made of chance, and change from table to table; then
the frequencies place the levels after all. Columns of two levels need none of this, any two numbers
will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.relations.residuals import MOST_ROWS
from featureshift.tables.pair import Rows

Floats = NDArray[np.float32]
LEVELS = 16
"""Told apart, the last of them standing for all others: codes rise as levels get rarer."""
RARE = 8
"""Rows below which a level is one of the others: its means would say more about chance."""
MOST_OTHERS = 512
"""Columns that place the levels; of more, some chosen by content."""
ROUNDS = 2
"""Levels placed by columns that are themselves of levels are placed once more."""
ALIKE = 1e-4
"""Length below which shares of levels differ by rounding only."""
BATCH_CELLS = 1 << 22
"""Levels x rows at once."""


class _Placing(NamedTuple):
    """One table's rows that take part, and the columns that place levels there."""

    rows: NDArray[np.intp]
    scores: Floats
    """[others, rows]"""
    spectrum: NDArray[np.float64]
    """Eigenvalues of their covariances, the largest last."""

    def leading_by_chance(self, levels: NDArray[np.intp]) -> Floats:
        """About the largest eigenvalue [columns] that unrelated levels give, so many in a column.

        That of Z C Z' for noise Z and the covariances C.
        """
        free = np.maximum(levels - 1, 0)
        whole, length = self.spectrum.sum(), np.sqrt(np.square(self.spectrum).sum())
        return np.asarray(whole + 2 * np.sqrt(free) * length + free * self.spectrum[-1], np.float32)


def _placing(rows: NDArray[np.intp], scores: Floats) -> _Placing:
    centered = scores - scores.mean(axis=1, keepdims=True)
    covariances = (centered @ centered.T).astype(np.float64) / len(rows)
    return _Placing(rows, scores, np.linalg.eigvalsh(covariances))


def of_levels(reference: Rows, query: Rows, categorical: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """[features]: which categorical columns have three levels or more, and so need placing.

    >>> codes = np.array([[0.0, 0.0], [1.0, 2.0]], np.float32)
    >>> of_levels(codes, codes, np.array([True, True])).tolist()
    [False, True]
    """
    found = categorical.copy()
    highest = [np.fmax.reduce(side[:, categorical], initial=0) for side in (reference, query)]
    found[categorical] = np.maximum(*highest) > 1
    return found


def with_level_scores(
    scores: Floats, reference: Rows, query: Rows, columns: NDArray[np.intp]
) -> Floats:
    """Scores [features, rows], those of the ``columns`` of levels replaced; 0 where missing.

    ``reference`` and ``query`` [rows, features] hold codes in these columns: 0 for the most common
    level, then 1, and so on.
    """
    scores = scores.copy()
    codes = _codes(reference, query, columns)
    parts = _taking_part(len(reference), len(query))
    others = _others(scores, len(reference))
    height = max(1, BATCH_CELLS // (LEVELS * max(len(rows) for rows in parts)))
    batches = [slice(first, first + height) for first in range(0, len(columns), height)]
    for _ in range(ROUNDS):
        tables = [_placing(rows, scores[np.ix_(others, rows)]) for rows in parts]
        placed = [_placed(codes[here], columns[here], tables, others) for here in batches]
        scores[columns] = np.concatenate(placed)
    return scores


def _taking_part(n_reference: int, n_query: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    first, second = (np.arange(min(n, MOST_ROWS)) for n in (n_reference, n_query))
    return first, n_reference + second


def _codes(reference: Rows, query: Rows, columns: NDArray[np.intp]) -> NDArray[np.int8]:
    """[columns, rows]; -1 where missing."""
    values = np.concatenate([reference[:, columns], query[:, columns]]).T
    codes = np.where(np.isnan(values), -1, np.minimum(values, LEVELS - 1)).astype(np.int8)
    return _without_rare(codes)


def _without_rare(codes: NDArray[np.int8]) -> NDArray[np.int8]:
    """Levels of a handful of rows become the last level."""
    for level in range(1, LEVELS - 1):  # codes are by frequency, so the rare ones come last
        here = codes == level
        rare = here.sum(axis=1) < RARE
        codes[rare] = np.where(here[rare], LEVELS - 1, codes[rare])
    return codes


def _others(scores: Floats, cut: int) -> NDArray[np.intp]:
    """Columns that place the levels, chosen as if at random, but by content and not by place.

    The content of a column is how its scores go with the rows that all columns make unusual. It is
    the same when rows change places or the tables do, and few columns share it.
    """
    if len(scores) <= MOST_OTHERS:
        return np.arange(len(scores))
    content = np.zeros(len(scores))
    for side in (scores[:, :cut], scores[:, cut:]):
        load = np.einsum("dn,dn->n", side, side, dtype=np.float64)
        content += np.abs(side @ load)
    scattered = np.where(content > 0, np.modf(content)[0], 2.0)  # constants last
    return np.sort(np.argsort(scattered, kind="stable")[:MOST_OTHERS])


def _placed(
    codes: NDArray[np.int8],
    columns: NDArray[np.intp],
    tables: Sequence[_Placing],
    others: NDArray[np.intp],
) -> Floats:
    """Scores of some columns [columns, rows] by the leading axis of their levels' means."""
    gram = np.zeros((len(columns), LEVELS, LEVELS), np.float32)
    counts = np.zeros((len(columns), LEVELS), np.float32)
    chance = np.zeros(len(columns), np.float32)
    for table in tables:
        belongs = (codes[:, None, table.rows] == np.arange(LEVELS)[:, None]).astype(np.float32)
        held = belongs.sum(axis=2)
        means = _weighted_means(belongs, held, table.scores)
        means *= (columns[:, None] != others)[:, None]  # a column does not place itself
        gram += means @ means.transpose(0, 2, 1)
        counts += held
        chance += table.leading_by_chance((held > 0).sum(axis=1))
    gram += chance[:, None, None] * _by_frequency(counts)
    axis = np.linalg.eigh(gram)[1][:, :, -1]
    axis *= np.where(_largest(axis) < 0, -1, 1)[:, None]
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    places = np.where(counts > 0, axis / np.sqrt(np.maximum(share, 1e-9)), 0)
    places = np.concatenate([places, np.zeros((len(columns), 1))], axis=1)  # missing: code -1
    return np.take_along_axis(places, codes.astype(np.intp), axis=1).astype(np.float32)


def _by_frequency(counts: Floats) -> Floats:
    """What places levels where their shares are, [columns, levels, levels], of length 1.

    Nothing where all levels are equally frequent.
    """
    share = counts.astype(np.float64)
    share /= np.maximum(share.sum(axis=1, keepdims=True), 1)
    axis = (share - np.square(share).sum(axis=1, keepdims=True)) * np.sqrt(share)
    length = np.linalg.norm(axis, axis=1, keepdims=True)
    axis /= np.where(length > ALIKE, length, np.inf)
    return np.asarray(axis[:, :, None] * axis[:, None, :], np.float32)


def _weighted_means(belongs: Floats, counts: Floats, placing: Floats) -> Floats:
    """Of the columns ``placing`` in each level, times the root of its rows, so that all of them
    err alike; [columns, levels, others].
    """
    sums = belongs @ placing.T
    overall = sums.sum(axis=1) / np.maximum(counts.sum(axis=1), 1)[:, None]
    sums -= counts[:, :, None] * overall[:, None]
    return np.asarray(sums / np.sqrt(np.maximum(counts, 1))[:, :, None])


def _largest(axis: NDArray[np.floating]) -> NDArray[np.floating]:
    """The entry of each row that is largest without its sign."""
    return np.take_along_axis(axis, np.abs(axis).argmax(axis=1)[:, None], axis=1)[:, 0]
