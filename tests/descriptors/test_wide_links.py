"""The approximate search finds what the exact one finds, where there is something to find."""

import numpy as np
import pytest

from featureshift.descriptors import feature_graph as graphs
from featureshift.descriptors.links import STRONGEST, link
from featureshift.descriptors.relations import standardize
from featureshift.descriptors.wide_links import link_wide


def families(rng, n, members=12, count=60):
    """[features, rows]: families of related columns, in random order."""
    shared = np.repeat(rng.normal(size=(count, n)), members, axis=0)
    return (shared + 0.7 * rng.normal(size=shared.shape)).astype(np.float32)


@pytest.fixture
def tables(rng):
    order = rng.permutation(720)
    shared = np.random.default_rng(1)
    made = [families(shared, n)[order] for n in (300, 200)]
    made[1][:9] = rng.permuted(made[1][:9], axis=1)
    return [standardize(table) for table in made]


def test_finds_the_strongest_partners(tables):
    exact, found = link(*tables), link_wide(*tables)
    shares = [
        len(np.intersect1d(own[:STRONGEST], other)) / STRONGEST
        for own, other in zip(exact.partners, found.partners, strict=True)
    ]
    assert np.mean(shares) > 0.95


def test_relations_to_a_partner_are_exact(tables):
    exact, found = link(*tables), link_wide(*tables)
    for j in range(0, 720, 37):
        both, here, there = np.intersect1d(
            exact.partners[j], found.partners[j], return_indices=True
        )
        assert len(both) > 3
        assert np.abs(exact.edges[j, here] - found.edges[j, there]).max() < 1e-4


def test_no_feature_predicts_itself(tables):
    found = link_wide(*tables)
    assert (found.regressors != np.arange(720)[:, None]).all()


def test_wide_tables_take_this_way(rng, monkeypatch):
    reference, query = (families(rng, n).T for n in (150, 120))
    exact = graphs.feature_graph(reference, query)
    monkeypatch.setattr(graphs, "MOST_EXACT", 100)
    graph = graphs.feature_graph(reference, query)
    assert graph.nodes.shape == exact.nodes.shape
    assert np.isfinite(graph.nodes).all()
    marginal = graph.node_names.index("largest_change")
    assert np.array_equal(graph.nodes[:, :marginal], exact.nodes[:, :marginal])
