"""What the graph must not depend on, and what it must show."""

import numpy as np
import pytest

from featureshift.methods.graphnet.channels import NODE_NAMES
from featureshift.methods.graphnet.feature_graph import feature_graph
from featureshift.methods.graphnet.relations.partners import PARTNERS


def tables(rng, n=600, d=20):
    loadings = rng.normal(size=(4, d))
    made = []
    for rows in (n, n - 150):
        table = rng.normal(size=(rows, 4)) @ loadings + rng.normal(size=(rows, d))
        table[:, 3], table[:, 4] = np.round(table[:, 3]), table[:, 4] > 1
        table[rng.random(rows) < 0.1, 5] = np.nan
        made.append(table.astype(np.float32))
    made[1][:, 8] = rng.permutation(made[1][:, 8])
    made[1][:, 9] *= 1.3
    return made


def node(graph, name):
    return graph.nodes[:, NODE_NAMES.index(name)]


def test_columns_permute(rng):
    reference, query = tables(rng)
    order = rng.permutation(20)
    graph, other = (
        feature_graph(reference, query),
        feature_graph(reference[:, order], query[:, order]),
    )
    assert np.abs(other.nodes - graph.nodes[order]).max() < 1e-5
    assert np.array_equal(order[other.partners], graph.partners[order])
    assert np.abs(other.edges - graph.edges[order]).max() < 1e-5


def test_row_order_changes_nothing(rng):
    reference, query = tables(rng)
    graph = feature_graph(reference, query)
    other = feature_graph(rng.permutation(reference), query[::-1])
    assert np.abs(other.nodes - graph.nodes).max() < 2e-3  # sums in single precision


def test_rescaled_columns_change_nothing(rng):
    reference, query = tables(rng)
    scale, shift = np.float32(2.0) ** rng.integers(-3, 4, 20), np.float32(4)
    graph, other = feature_graph(reference, query), feature_graph(reference * scale, query * scale)
    assert np.abs(other.nodes - graph.nodes).max() < 1e-4
    moved = feature_graph(reference + shift, query + shift)
    assert np.abs(moved.nodes - graph.nodes).max() < 0.05  # adding rounds the last digits


def test_swapped_tables_give_the_swapped_graph(rng):
    reference, query = tables(rng)
    swapped, other = feature_graph(reference, query).swapped(), feature_graph(query, reference)
    assert np.array_equal(swapped.partners, other.partners)
    assert np.abs(swapped.nodes - other.nodes).max() < 1e-4
    assert np.abs(swapped.edges - other.edges).max() < 1e-4


def test_a_shuffled_column_stands_out_in_its_relations(rng):
    graph = feature_graph(*tables(rng, n=2000))
    assert node(graph, "sum_of_changes").argmax() == 8
    assert node(graph, "residual_change_by_reference").argmax() == 8
    assert abs(node(graph, "value_mean")[8]) < 1.5


def test_a_column_replaced_by_its_prediction_loses_residual_variance(rng):
    reference, query = tables(rng, n=2000)
    others = [j for j in range(20) if j not in (5, 12)]
    fit = np.linalg.lstsq(reference[:, others], reference[:, 12], rcond=None)[0]
    query[:, 12] = query[:, others] @ fit
    graph = feature_graph(reference, query)
    assert node(graph, "residual_change_by_reference").argmin() == 12


@pytest.mark.parametrize("d", [1, 2, 5, PARTNERS + 1])
def test_narrow_tables_have_few_partners(rng, d):
    reference, query = rng.normal(size=(2, 80, d)).astype(np.float32)
    graph = feature_graph(reference, query)
    assert graph.partners.shape == (d, PARTNERS)
    assert graph.linked.sum(axis=1).tolist() == [min(d - 1, PARTNERS)] * d
    assert np.isfinite(graph.nodes).all()
    assert (graph.edges[~graph.linked] == 0).all()


def test_constants_copies_and_tiny_tables_are_finite(rng):
    reference, query = rng.normal(size=(2, 12, 6)).astype(np.float32)
    reference[:, 0] = query[:, 0] = 1
    reference[:, 1], query[:, 1] = reference[:, 2], query[:, 2]
    for rows in (12, 2, 1):
        graph = feature_graph(reference[:rows], query[:rows])
        assert np.isfinite(graph.nodes).all()
        assert np.isfinite(graph.edges).all()
