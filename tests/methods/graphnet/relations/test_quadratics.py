"""Squares and products that a column no longer is are seen; nothing is where nothing is shifted."""

import numpy as np
import pytest

from featureshift.methods.graphnet.relations.correlation import standardize
from featureshift.methods.graphnet.relations.partners import PARTNERS, find_partners
from featureshift.methods.graphnet.relations.quadratics import (
    EDGE_CHANNELS,
    NODE_CHANNELS,
    quadratic_contrasts,
)

NODES = [channel.name for channel in NODE_CHANNELS]
EDGES = [channel.name for channel in EDGE_CHANNELS]


def columns(rng, n):
    """Independent ones, then a product of two, a square, a binary one."""
    x = rng.normal(size=(8, n)).astype(np.float32)
    x[5], x[6], x[7] = x[3] * x[4], x[2] ** 2, x[0] > 0
    return x


def contrast(reference, query):
    tables = standardize(reference), standardize(query)
    partners = find_partners(*tables)
    return partners, quadratic_contrasts(*tables, partners)


def node(found, name):
    return np.expm1(found.nodes[:, NODES.index(name)])


def test_a_shuffled_product_stands_out(rng):
    reference, query = columns(rng, 1500), columns(rng, 1200)
    query[5] = rng.permutation(query[5])
    change = node(contrast(reference, query)[1], "largest_product_change")
    assert change.argmax() == 5
    assert change[5] > 10
    assert max(change[[0, 1, 2, 6, 7]]) < 5


def test_a_shuffled_square_stands_out_on_its_edge(rng):
    reference, query = columns(rng, 1500), columns(rng, 1200)
    query[6] = rng.permutation(query[6])
    partners, found = contrast(reference, query)
    assert node(found, "largest_quadratic_change")[6] > 10
    place = partners.features[6].tolist().index(2)
    edge = dict(zip(EDGES, found.edges[6, place], strict=True))
    assert edge["by_square_reference"] > 0.6
    assert abs(edge["by_square_query"]) < 0.1
    assert edge["by_square_change"] < -2


@pytest.mark.parametrize("sizes", [(1500, 1500), (100, 2000), (40, 40)])
def test_without_a_shift_changes_are_those_of_chance(rng, sizes):
    found = [contrast(*(columns(rng, n) for n in sizes))[1] for _ in range(25)]
    for name in ("largest_quadratic_change", "largest_product_change"):
        assert np.sqrt(np.mean([node(each, name) ** 2 for each in found])) < 2.7


def test_a_binary_column_has_no_square(rng):
    partners, found = contrast(columns(rng, 400), columns(rng, 400))
    of_binary = found.edges[partners.features == 7]
    assert (of_binary[:, [EDGES.index("by_square_reference")]] == 0).all()


def test_no_partner_no_relation(rng):
    reference, query = rng.normal(size=(2, 2, 100)).astype(np.float32)
    _, found = contrast(reference, query)
    assert found.edges.shape == (2, PARTNERS, len(EDGES))
    assert (found.edges[:, 1:] == 0).all()
    assert (node(found, "largest_product_change") == 0).all()
