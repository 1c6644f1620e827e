"""The graph of tables whose rows depend on each other: each column by as many rows as it is worth.

Contrasts count rows. Where rows are alike, a column has fewer observations than rows: its design
effect says how many times fewer. So many rows at even steps, of which neighbors are far apart or of
other groups, are nearly independent, and contrasts of them are what they would be in a smaller
table of independent rows. Values and relations of a column have design effects of their own, so
both are described by rows of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channels import NODE_CHANNELS, in_family
from featureshift.methods.graphnet.feature_graph import FeatureGraph, feature_graph
from featureshift.rows.dependence import OrderedRows, design_effects, relation_effects
from featureshift.rows.few import FEWEST_ROWS
from featureshift.tables.pair import Rows

TURNS = 4
"""Choices of rows whose verdicts are averaged."""
PARTNERS = 4
"""Of a column, whose relations to it say what the design effect of relations is."""
OF_VALUES = (
    in_family(NODE_CHANNELS, "margin")
    | in_family(NODE_CHANNELS, "support")
    | in_family(NODE_CHANNELS, "missing")
)

STEPS = 2
"""Levels of the discount from each number to its double."""

Levels = NDArray[np.float64]


@dataclass(frozen=True)
class Discount:
    """By what the rows of reference and query are divided, [features, 2] each."""

    values: Levels
    relations: Levels

    def too_few(self, n_reference: int, n_query: int) -> NDArray[np.bool_]:
        """[features]: whether the values are worth too few rows of either table."""
        rows = np.array([n_reference, n_query]) / self.values
        return np.asarray((rows < FEWEST_ROWS).any(axis=1))

    def some(self, which: NDArray[np.bool_]) -> Discount:
        """That of some of the features."""
        return Discount(self.values[which], self.relations[which])


def find_discount(table: OrderedRows, n_query: int, partners: NDArray[np.intp]) -> Discount | None:
    """None where the rows of the reference are independent.

    The query has no say: a fault in some of its rows would excuse itself.
    """
    own = design_effects(table)
    if not own.depend:
        return None
    few = partners[:, :PARTNERS]
    values = own, design_effects(table, n_query)
    relations = relation_effects(table, few), relation_effects(table, few, n_query)
    return Discount(*(_levels(*(each.cautious for each in both)) for both in (values, relations)))


def _levels(reference: NDArray[np.float64], query: NDArray[np.float64]) -> Levels:
    """Rounded up, to few of them: each costs a graph."""
    steps = np.ceil(STEPS * np.log2(np.stack([reference, query], axis=1)))
    return np.asarray(2.0 ** (steps / STEPS))


def discounted_graph(
    reference: Rows,
    query: Rows,
    categorical: NDArray[np.bool_],
    discount: Discount,
    turn: int,
) -> FeatureGraph:
    """The graph of rows as they stood, or in groups, [rows, features]; a ``turn`` takes others."""
    made: FeatureGraph | None = None
    for level in np.unique(np.concatenate([discount.values, discount.relations]), axis=0):
        some = _part(reference, level[0], turn), _part(query, level[1], turn)
        graph = feature_graph(*some, categorical)
        if made is None:
            made = _copied(graph)
        by_values = (discount.values == level).all(axis=1)
        by_relations = (discount.relations == level).all(axis=1)
        made.nodes[np.ix_(by_values, OF_VALUES)] = graph.nodes[np.ix_(by_values, OF_VALUES)]
        made.nodes[np.ix_(by_relations, ~OF_VALUES)] = graph.nodes[np.ix_(by_relations, ~OF_VALUES)]
        made.partners[by_relations] = graph.partners[by_relations]
        made.edges[by_relations] = graph.edges[by_relations]
        made.linked[by_relations] = graph.linked[by_relations]
    assert made is not None
    return made


def _copied(graph: FeatureGraph) -> FeatureGraph:
    return FeatureGraph(
        graph.nodes.copy(), graph.partners.copy(), graph.edges.copy(), graph.linked.copy()
    )


def _part(rows: Rows, level: float, turn: int) -> Rows:
    """One ``level``-th of the rows, and no fewer than can be described, in random order."""
    count = min(max(round(len(rows) / level), FEWEST_ROWS), len(rows))
    places = ((np.arange(count) + (turn + 0.5) / TURNS) * len(rows) / count).astype(np.intp)
    shuffled = np.random.default_rng([turn, count]).permutation(len(places))
    return np.asarray(rows[places[shuffled]])
