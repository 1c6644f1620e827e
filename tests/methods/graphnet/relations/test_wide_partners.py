"""The approximate search finds what the exact one finds, where there is something to find."""

import numpy as np
import pytest

from featureshift.engines import parallel as cores
from featureshift.methods.graphnet import feature_graph as graphs
from featureshift.methods.graphnet.channels import NODE_NAMES
from featureshift.methods.graphnet.relations import relatives
from featureshift.methods.graphnet.relations.correlation import standardize
from featureshift.methods.graphnet.relations.partners import NODE_CHANNELS, STRONGEST, find_partners
from featureshift.methods.graphnet.relations.wide_partners import find_wide_partners

N_ROWS = 300, 200
NAMES = [channel.name for channel in NODE_CHANNELS]


def families(rng, members=12, count=60):
    """[features, rows]: families of related columns."""
    shared = np.repeat(rng.normal(size=(count, sum(N_ROWS))), members, axis=0)
    return shared + 0.7 * rng.normal(size=shared.shape)


def factors(rng, n_features=1200, n_factors=8):
    """Every column is a mixture of a few factors."""
    loadings = 2 * rng.normal(size=(n_features, n_factors))
    hidden = rng.normal(size=(n_factors, sum(N_ROWS)))
    return loadings @ hidden + rng.normal(size=(n_features, sum(N_ROWS)))


def blocks(rng, count=80, members=15, ancestors=5):
    """Binary columns in blocks, as in a genome: rows are copies of a few ancestors."""
    ancestral = rng.random((count, members, ancestors)) < 0.4
    copied = rng.integers(0, ancestors, (count, sum(N_ROWS)))
    columns = np.concatenate([block[:, of] for block, of in zip(ancestral, copied, strict=True)])
    return columns ^ (rng.random(columns.shape) < 0.02)


def halves(columns, rng):
    """Two tables, some columns shuffled in the second; and columns in random order."""
    columns = rng.permutation(columns).astype(np.float32)
    columns[:9, N_ROWS[0] :] = rng.permuted(columns[:9, N_ROWS[0] :], axis=1)
    return [standardize(part) for part in np.split(columns, N_ROWS[:1], axis=1)]


@pytest.fixture(params=["all pairs", "anchors"])
def way(request, monkeypatch):
    """Of looking for relatives."""
    if request.param == "anchors":
        monkeypatch.setattr(relatives, "MOST_PRODUCTS", 0)


@pytest.fixture
def tables(rng):
    return halves(families(rng), rng)


def strengths(found):
    """Of the strongest partners, strongest first: equal columns are as good as each other."""
    strength = np.abs(found.edges[:, :STRONGEST, :2]).max(axis=2)
    return -np.sort(-strength, axis=1)


@pytest.mark.parametrize("draw", [families, factors, blocks])
def test_all_pairs_have_the_strongest_partners(rng, draw):
    made = halves(draw(rng), rng)
    exact, found = strengths(find_partners(*made)), strengths(find_wide_partners(*made))
    assert (found > exact - 1e-4).mean() > 0.999


@pytest.mark.parametrize("draw", [families, factors, blocks])
def test_anchors_lead_to_close_partners(rng, draw, monkeypatch):
    monkeypatch.setattr(relatives, "MOST_PRODUCTS", 0)
    made = halves(draw(rng), rng)
    exact, found = strengths(find_partners(*made)), strengths(find_wide_partners(*made))
    reached = found > exact - 1e-4
    assert reached[exact > 0.5].mean() > 0.95
    assert reached.mean() > 0.9  # weaker relations of binary columns may share no anchor


@pytest.mark.usefixtures("way")
def test_finds_the_largest_changes(tables):
    exact, found = find_partners(*tables), find_wide_partners(*tables)
    largest = NAMES.index("largest_change")
    assert np.abs(exact.nodes[:9, largest] - found.nodes[:9, largest]).max() < 1e-4
    for name in ("strongest_reference", "strongest_query"):
        k = NAMES.index(name)
        assert (np.abs(exact.nodes[:, k] - found.nodes[:, k]) < 1e-4).mean() > 0.95


@pytest.mark.usefixtures("way")
def test_relations_to_a_partner_are_exact(tables):
    exact, found = find_partners(*tables), find_wide_partners(*tables)
    for j in range(0, 720, 37):
        both, here, there = np.intersect1d(
            exact.features[j], found.features[j], return_indices=True
        )
        assert len(both) > 3
        assert np.abs(exact.edges[j, here] - found.edges[j, there]).max() < 1e-4


@pytest.mark.usefixtures("way")
def test_columns_permute(tables, rng):
    order = rng.permutation(720)
    found, other = (
        find_wide_partners(*tables),
        find_wide_partners(*(table.some(order) for table in tables)),
    )
    assert (order[other.features] == found.features[order]).mean() > 0.999  # rounding decides ties
    assert np.abs(other.nodes - found.nodes[order]).max() < 1e-3


@pytest.mark.usefixtures("way")
def test_tables_may_change_places(tables):
    found, other = find_wide_partners(*tables), find_wide_partners(*tables[::-1])
    assert np.array_equal(found.features, other.features)
    assert np.array_equal(found.regressors, other.regressors)


@pytest.mark.usefixtures("way")
def test_threads_change_nothing(tables, monkeypatch):
    found = find_wide_partners(*tables)
    monkeypatch.setattr(cores, "MOST_THREADS", 1)
    for one, other in zip(found, find_wide_partners(*tables), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.usefixtures("way")
def test_no_feature_predicts_itself(tables):
    for table in tables:
        table.scores[300:330] = table.fourth[300:330] = 0  # constants
    found = find_wide_partners(*tables)
    assert (found.regressors != np.arange(720)[:, None]).all()
    assert np.isfinite(found.nodes).all()


def test_features_of_different_blocks_meet(rng, monkeypatch):
    monkeypatch.setattr(relatives, "BLOCK", 100)
    made = halves(families(rng), rng)
    assert (
        np.abs(strengths(find_partners(*made)) - strengths(find_wide_partners(*made))).max() < 1e-4
    )


def test_wide_tables_take_this_way(rng, monkeypatch):
    reference, query = np.split(families(rng).T.astype(np.float32), N_ROWS[:1])
    exact = graphs.feature_graph(reference, query)
    monkeypatch.setattr(graphs, "MOST_EXACT", 100)
    graph = graphs.feature_graph(reference, query)
    assert graph.nodes.shape == exact.nodes.shape
    assert np.isfinite(graph.nodes).all()
    marginal = NODE_NAMES.index("largest_change")
    assert np.array_equal(graph.nodes[:, :marginal], exact.nodes[:, :marginal])
