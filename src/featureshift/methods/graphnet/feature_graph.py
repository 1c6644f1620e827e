"""The feature graph: what changed in each column, and in its relations to a few others.

Everything in it permutes with the columns and is invariant to the unit and origin of a column in
both tables. Rows are expected in random order: some descriptors look at the first of them only.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.margins.contrasts import contrasts
from featureshift.methods.graphnet.relations import axes, residuals
from featureshift.methods.graphnet.relations import links as linking
from featureshift.methods.graphnet.relations.axes import axis_contrasts
from featureshift.methods.graphnet.relations.correlation import standardize
from featureshift.methods.graphnet.relations.level_scores import of_levels, with_level_scores
from featureshift.methods.graphnet.relations.links import Links, link
from featureshift.methods.graphnet.relations.residuals import Residuals, residual_contrasts
from featureshift.methods.graphnet.relations.wide_links import link_wide
from featureshift.methods.measures.functional import Block

EFFECTIVE_ROWS = 100_000
"""More rows than this do not sharpen a verdict: otherwise every column of a huge table shifts."""
MOST_EXACT = 4096
"""Features that are all related to each other; of wider tables, near relatives only."""
WIDEST = 10_000
"""Features that a network is told of at most: nothing was learned or tried beyond."""
CONTEXT = ("has_levels", "log_reference_rows", "log_query_rows", "log_features")
COEFFICIENTS = ("own_by_reference", "own_by_query", "other_by_reference", "other_by_query")


class FeatureGraph(NamedTuple):
    nodes: NDArray[np.float32]
    """[features, node channels]"""
    partners: NDArray[np.intp]
    """[features, partners]; a feature itself where there are fewer others."""
    edges: NDArray[np.float32]
    """[features, partners, edge channels]; 0 where there is no partner."""
    linked: NDArray[np.bool_]
    """[features, partners]: whether there is one."""
    node_names: tuple[str, ...]
    edge_names: tuple[str, ...]

    def swapped(self) -> FeatureGraph:
        """The graph of the same tables when they change places, without computing it anew."""
        return self._replace(
            nodes=exchanged(self.nodes, self.node_names),
            edges=exchanged(self.edges, self.edge_names),
        )


def feature_graph(
    reference: Block, query: Block, categorical: NDArray[np.bool_] | None = None
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
    links = (link if len(own.scores) <= MOST_EXACT else link_wide)(own, other)
    few = own.first(residuals.MOST_ROWS), other.first(residuals.MOST_ROWS)
    in_whole = axis_contrasts(*few)
    left = residual_contrasts(*few, links.regressors)
    context = _context(len(reference), len(query), levels)
    return FeatureGraph(
        np.concatenate([marginal.values, links.nodes, in_whole, left.nodes, context], axis=1),
        links.partners,
        np.concatenate([links.edges, _coefficients(links, left)], axis=2),
        links.partners != np.arange(len(links.partners))[:, None],
        (*marginal.names, *linking.NODE_NAMES, *axes.NODE_NAMES, *residuals.NODE_NAMES, *CONTEXT),
        (*linking.EDGE_NAMES, *COEFFICIENTS),
    )


def _context(n_reference: int, n_query: int, levels: NDArray[np.bool_]) -> NDArray[np.float32]:
    rows = np.log(np.minimum([n_reference, n_query], EFFECTIVE_ROWS)) / 5 - 1
    sizes = np.array([*rows, np.log(min(len(levels), WIDEST)) / 4 - 1], np.float32)
    context = np.empty((len(levels), len(CONTEXT)), np.float32)
    context[:, 0], context[:, 1:] = levels, sizes
    return context


def _coefficients(links: Links, left: Residuals) -> NDArray[np.float32]:
    """Of either end of an edge in the prediction of the other, [features, partners, 4]."""
    of_partner = left.regressors[links.partners]  # [features, partners, regressors]
    own = np.arange(len(links.partners))[:, None, None]
    is_partner = left.regressors[:, None, :] == links.partners[:, :, None]
    is_own = of_partner == own
    found = [(is_partner * each[:, None, :]).sum(axis=2) for each in left.coefficients]
    found += [(is_own * each[links.partners]).sum(axis=2) for each in left.coefficients]
    return np.stack(found, axis=2).astype(np.float32)


OPPOSITES = {"reference": "query", "query": "reference", "new": "gone", "gone": "new"}
SIGNED = re.compile(
    r"cell_\d+|(value|rank)_(mean|variance).*|missing(_effect)?|distinct_change"
    r"|(correlation|square)_change|residual_(change|effect|absolute_change|tails)_.*"
)
"""Channels that say query against reference, and so change sign with the tables."""


def _exchange(names: tuple[str, ...]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each channel: where its swapped value stands, and its sign there."""
    swapped = ("_".join(OPPOSITES.get(word, word) for word in name.split("_")) for name in names)
    places = [names.index(name) for name in swapped]
    signs = [-1.0 if SIGNED.fullmatch(name) else 1.0 for name in names]
    return np.array(places, np.intp), np.array(signs, np.float32)


def exchanged(channels: NDArray[np.float32], names: tuple[str, ...]) -> NDArray[np.float32]:
    """Channels [..., names] as they are when the tables change places."""
    places, signs = _exchange(names)
    return channels[..., places] * signs
