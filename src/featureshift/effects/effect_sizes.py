"""Which rows and columns an effect size is measured on.

Some thousand rows tell an effect well enough, fewer do where a table is wide. Of very wide tables,
columns that are neither flagged nor among the highest scores are measured on the fewest rows, and
by their values alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.effects.explained_variance import (
    StandIns,
    lost_explanation,
    ranks,
    stand_ins,
)
from featureshift.effects.overlap import one_minus_overlap
from featureshift.engines.parallel import each
from featureshift.methods.evidence import related_columns
from featureshift.methods.graphnet.margins.cheapest_order import cheapest_order
from featureshift.methods.graphnet.margins.panels import columns_of, panels
from featureshift.tables import TablePair

CELLS = 1 << 20
"""Of each table."""
FEWEST_ROWS, MOST_ROWS = 256, 2048
RELATED_CELLS = 1 << 19
RELATED_ROWS = 1024
"""The same where columns predict each other."""
NARROW = 2048
"""Columns of a table in which all are measured closely."""
HIGHEST = 256
"""Columns of a wider table that are, besides the flagged ones."""
PARTNERS = 6
"""Of those behind the verdict, the strongest first."""

Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]


class EffectSizes(NamedTuple):
    """From 0, nothing, to 1; [features] each."""

    values: Floats
    """One minus the overlap of the two distributions."""
    relations: Floats
    """Change of the variance that the partners explain; NaN where that was not measured."""


def effect_sizes(
    pair: TablePair, scores: Floats, flagged: Flags, partners: Indices | None = None
) -> EffectSizes:
    """How much each column changed, by itself and in its relations to its partners.

    ``partners`` [features, k] are those of ``Scores``; of None, the columns most related.
    """
    if pair.n_features <= NARROW:
        return _closely(pair, np.arange(pair.n_features), flagged, partners)
    values = _values(pair, few_rows(pair.n_features))
    relations = np.full(pair.n_features, np.nan)
    ranked = np.argsort(-scores, kind="stable")
    near = np.union1d(ranked[:HIGHEST], np.flatnonzero(flagged))
    of_near = related_columns(pair, near) if partners is None else partners[near]
    chosen = np.union1d(near, of_near)
    targets = np.searchsorted(chosen, near)
    among = np.repeat(np.arange(len(chosen))[:, None], of_near.shape[1], axis=1)
    among[targets] = np.searchsorted(chosen, of_near)
    found = _closely(pair.select(chosen.tolist()), targets, flagged[chosen], among)
    values[near], relations[near] = found.values[targets], found.relations[targets]
    return EffectSizes(values, relations)


def few_rows(n_features: int) -> int:
    """Rows that effects are measured on in a table of so many columns.

    >>> [few_rows(d) for d in (20, 2000, 200_000)]
    [2048, 524, 256]
    """
    return int(np.clip(CELLS // n_features, FEWEST_ROWS, MOST_ROWS))


def _values(pair: TablePair, rows: int) -> Floats:
    reference, query = (side.shuffled_rows(rows) for side in pair.sides)

    def of_panel(panel: slice) -> Floats:
        columns = columns_of(reference[:, panel], query[:, panel])
        which, order = cheapest_order(columns, len(reference))
        found = np.empty(len(columns))
        found[which] = one_minus_overlap(order, len(reference), categorical[panel][which])
        return found

    categorical = pair.categorical
    return np.concatenate(each(of_panel, panels(pair.n_features, len(reference) + len(query))))


def _closely(
    pair: TablePair, targets: Indices, flagged: Flags, partners: Indices | None
) -> EffectSizes:
    """By values of all columns of the pair, by relations of the targets."""
    reference, query = (side.shuffled_rows(few_rows(pair.n_features)) for side in pair.sides)
    cut, categorical = len(reference), pair.categorical
    columns = columns_of(reference, query)
    values, relations = np.empty(pair.n_features), np.full(pair.n_features, np.nan)
    within = np.empty_like(columns)

    def of_panel(panel: slice) -> None:
        which, order = cheapest_order(columns[panel], cut)
        values[panel][which] = one_minus_overlap(order, cut, categorical[panel][which])
        within[panel][which, :cut], within[panel][which, cut:] = ranks(order, cut)

    each(of_panel, panels(*columns.shape))
    if partners is None:
        partners = related_columns(pair, np.arange(pair.n_features))
    few = int(np.clip(RELATED_CELLS // pair.n_features, FEWEST_ROWS, RELATED_ROWS))
    first, second = (
        stand_ins(within[:, rows], columns[:, rows], categorical)
        for rows in (slice(min(few, cut)), slice(cut, cut + few))
    )
    relations[targets] = _lost(first, second, targets, partners[targets, :PARTNERS], flagged)
    return EffectSizes(values, relations)


def _lost(
    reference: StandIns, query: StandIns, targets: Indices, partners: Indices, flagged: Flags
) -> Floats:
    """By the partners that are not flagged: the fault of a partner is not a column's own.

    A flagged column whose relations are mostly to flagged ones is measured by all of them, since
    nobody knows whose fault it is.
    """
    trusted = np.where(flagged[partners], targets[:, None], partners)
    lost, share = lost_explanation(reference, query, targets, trusted)
    doubtful = flagged[targets]
    by_all = lost_explanation(reference, query, targets[doubtful], partners[doubtful])
    enough = share[doubtful] >= by_all.share / 2
    lost[doubtful] = np.where(enough, lost[doubtful], by_all.lost)
    return lost
