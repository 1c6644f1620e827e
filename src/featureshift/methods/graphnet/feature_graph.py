"""The feature graph: what changed in each column, and in its relations to a few others.

Everything in it permutes with the columns and is invariant to the unit and origin of a column in
both tables. Rows are expected in random order: some descriptors look at the first of them only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channels import EDGE_CHANNELS, NODE_CHANNELS, exchanged
from featureshift.methods.graphnet.context import context
from featureshift.methods.graphnet.margins.contrasts import contrasts
from featureshift.methods.graphnet.relations import residuals
from featureshift.methods.graphnet.relations.axes import axis_contrasts
from featureshift.methods.graphnet.relations.correlation import standardize
from featureshift.methods.graphnet.relations.level_scores import of_levels, with_level_scores
from featureshift.methods.graphnet.relations.partners import find_partners
from featureshift.methods.graphnet.relations.quadratics import quadratic_contrasts
from featureshift.methods.graphnet.relations.residuals import edge_coefficients, residual_contrasts
from featureshift.methods.graphnet.relations.wide_partners import find_wide_partners
from featureshift.tables.pair import Rows

MOST_EXACT = 4096
"""Features that are all related to each other; of wider tables, near relatives only."""


class FeatureGraph(NamedTuple):
    nodes: NDArray[np.float32]
    """[features, NODE_CHANNELS]"""
    partners: NDArray[np.intp]
    """[features, partners]; a feature itself where there are fewer others."""
    edges: NDArray[np.float32]
    """[features, partners, EDGE_CHANNELS]; 0 where there is no partner."""
    linked: NDArray[np.bool_]
    """[features, partners]: whether there is one."""

    def swapped(self) -> FeatureGraph:
        """The graph of the same tables when they change places, without computing it anew."""
        return self._replace(
            nodes=exchanged(self.nodes, NODE_CHANNELS),
            edges=exchanged(self.edges, EDGE_CHANNELS),
        )


def feature_graph(
    reference: Rows, query: Rows, categorical: NDArray[np.bool_] | None = None
) -> FeatureGraph:
    """Describe two tables [rows, features]; NaN where a value is missing.

    Columns that are ``categorical`` [features] hold codes, 0 for the most common level of both
    tables together, then 1, and so on.
    """
    marginal = contrasts(reference, query)
    scores = marginal.scores
    levels = np.zeros(len(scores), np.bool_)
    if categorical is not None and categorical.any():
        levels = of_levels(reference, query, categorical)
    if levels.any():
        scores = with_level_scores(scores, reference, query, np.flatnonzero(levels))
    cut = len(reference)
    own, other = standardize(scores[:, :cut]), standardize(scores[:, cut:])
    find = find_partners if len(own.scores) <= MOST_EXACT else find_wide_partners
    partners = find(own, other)
    few = own.first(residuals.MOST_ROWS), other.first(residuals.MOST_ROWS)
    in_whole = axis_contrasts(*few)
    left = residual_contrasts(*few, partners.regressors)
    curved = quadratic_contrasts(*few, partners)
    both = context(len(reference), len(query), levels)
    nodes = [marginal.values, partners.nodes, in_whole, left.nodes, curved.nodes, both]
    edges = [partners.edges, edge_coefficients(left, partners.features), curved.edges]
    return FeatureGraph(
        np.concatenate(nodes, axis=1),
        partners.features,
        np.concatenate(edges, axis=2),
        partners.features != np.arange(len(partners.features))[:, None],
    )
