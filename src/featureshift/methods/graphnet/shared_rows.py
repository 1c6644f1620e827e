"""The graph of tables that have rows in common.

Values that occur in both tables are a trace of cells that were filled in from the other one. Where
rows occur in both, all columns have that trace, and it means nothing; so it is looked for in the
rows that are in one table only. Everything else is seen in all rows: what changed in the shared
ones is a change. Tables that are largely the same are left as they are: the network knows those.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channels import NODE_CHANNELS, in_family
from featureshift.methods.graphnet.feature_graph import FeatureGraph
from featureshift.methods.graphnet.margins import contrasts
from featureshift.tables.pair import Rows

OF_NODES = in_family(NODE_CHANNELS, "support")
OF_CONTRASTS = in_family(contrasts.CHANNELS, "support")
LEAST_LEFT = 0.5
"""Of the rows of each table, that must be in it alone."""


def without_shared_traces(
    graph: FeatureGraph, tables: Sequence[Rows], shared: Sequence[NDArray[np.bool_]]
) -> FeatureGraph:
    """The graph of two tables [rows, features], where some of the rows [rows] are shared."""
    if max(float(rows.mean()) for rows in shared) > 1 - LEAST_LEFT:
        return graph
    reference, query = (table[~rows] for table, rows in zip(tables, shared, strict=True))
    alone = contrasts.contrasts(reference, query).values[:, OF_CONTRASTS]
    nodes = graph.nodes.copy()
    nodes[:, OF_NODES] = alone
    return graph._replace(nodes=nodes)
