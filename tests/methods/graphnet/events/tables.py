"""Pairs of tables in which some columns were given to other rows together."""

import numpy as np

from featureshift.methods.graphnet.feature_graph import feature_graph


def factor_tables(rng, related=10, unrelated=4, rows=1500, strength=0.8):
    """Columns with one cause in common, then others that have nothing to do with any."""
    width = related + unrelated
    loads = np.where(np.arange(width) < related, strength, 0.0)
    return [
        (
            rng.normal(size=(rows, 1)) * loads
            + np.sqrt(1 - loads**2) * rng.normal(size=(rows, width))
        ).astype(np.float32)
        for _ in range(2)
    ]


def give_to_other_rows(rng, table, columns):
    """In place."""
    table[:, columns] = table[np.ix_(rng.permutation(len(table)), columns)]


def moved_graph(rng, columns, **shape):
    reference, query = factor_tables(rng, **shape)
    if columns:
        give_to_other_rows(rng, query, columns)
    return feature_graph(reference, query)
