"""Relations that arithmetic forces hold exactly in both tables, whatever their sizes."""

import numpy as np
import pytest

from featureshift.methods.graphnet.channels import NODE_NAMES
from featureshift.methods.graphnet.feature_graph import feature_graph

BY_FIT = [NODE_NAMES.index(f"residual_change_by_{fit}") for fit in ("reference", "query")]


def one_hot(rng, n):
    return np.eye(5)[rng.choice(5, n, p=[0.3, 0.3, 0.2, 0.1, 0.1])]


def centered(rng, n):
    values = rng.normal(size=(n, 6))
    return values - values.mean(axis=1, keepdims=True)


def ranks(rng, n):
    return np.argsort(np.argsort(rng.normal(size=(n, 6)), axis=1), axis=1)


@pytest.mark.parametrize("draw", [one_hot, centered, ranks])
@pytest.mark.parametrize("sizes", [(2000, 2000), (300, 900)])
def test_closed_tables_are_quiet(rng, draw, sizes):
    changes = [
        feature_graph(*(draw(rng, n).astype(np.float32) for n in sizes)).nodes[:, BY_FIT]
        for _ in range(10)
    ]
    assert np.sqrt(np.mean(np.expm1(np.abs(changes)) ** 2)) < 2


def test_a_closed_table_that_no_longer_is_stands_out(rng):
    reference, query = centered(rng, 1000), centered(rng, 1000)
    query[:, 2] = rng.permutation(query[:, 2])
    changes = feature_graph(reference.astype(np.float32), query.astype(np.float32)).nodes[:, BY_FIT]
    assert (changes[:, 0] > np.log1p(10)).all()  # each column is the negative sum of the others


def test_a_column_in_another_unit_keeps_its_relations(rng):
    common = rng.normal(size=(2, 1500, 1))
    reference, query = common + 0.5 * rng.normal(size=(2, 1500, 6))
    query[:, 1] *= 2.54
    changes = feature_graph(reference.astype(np.float32), query.astype(np.float32)).nodes[:, BY_FIT]
    assert np.abs(changes).max() < np.log1p(5)
