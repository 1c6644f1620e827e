"""Columns of dependent rows are described by as many rows as they are worth."""

import numpy as np
import pyarrow as pa
import pytest

from featureshift import localize
from featureshift.methods.graphnet.channels import NODE_NAMES
from featureshift.methods.graphnet.discount import Discount, discounted_graph, find_discount
from featureshift.methods.graphnet.feature_graph import feature_graph
from featureshift.rows.dependence import OrderedRows


def batches(count, size, columns, rng, effect=1.0):
    """Rows in batches, each with an effect of its own on every column."""
    own = effect * rng.normal(size=(count, columns))
    return np.repeat(own, size, axis=0) + rng.normal(size=(count * size, columns))


def everyone(columns):
    return np.stack([np.roll(np.arange(columns), -k) for k in (1, 2)], axis=1)


def test_independent_rows_have_no_discount(rng):
    table = OrderedRows(rng.normal(size=(2000, 5)).astype(np.float32))
    assert find_discount(table, 2000, everyone(5)) is None


def test_dependent_columns_are_discounted_and_others_hardly(rng):
    rows = np.concatenate([batches(60, 40, 2, rng), rng.normal(size=(2400, 2))], axis=1)
    discount = find_discount(OrderedRows(rows.astype(np.float32)), 2400, everyone(4))
    assert (discount.values[:2] >= 8).all()
    assert (discount.values[2:] <= 4).all()
    assert np.array_equal(2 * np.log2(discount.values) % 1, np.zeros((4, 2)))  # few levels
    assert discount.too_few(2400, 2400).tolist() == [False] * 4
    assert discount.too_few(2400, 60).tolist() == [True, True, False, False]


def test_a_short_query_is_discounted_less(rng):
    rows = batches(60, 40, 3, rng).astype(np.float32)
    discount = find_discount(OrderedRows(rows), 10, everyone(3))
    assert (discount.values[:, 1] < discount.values[:, 0]).all()


def test_without_a_discount_it_is_the_graph(rng):
    reference, query = rng.normal(size=(2, 400, 4)).astype(np.float32)
    nothing = np.zeros(4, np.bool_)
    made = discounted_graph(reference, query, nothing, Discount(*np.ones((2, 4, 2))), turn=0)
    for part, whole in zip(made, feature_graph(reference, query, nothing), strict=True):
        np.testing.assert_allclose(part, whole, atol=1e-3)


def test_values_and_relations_come_from_rows_of_their_own(rng):
    reference, query = rng.normal(size=(2, 800, 4)).astype(np.float32)
    nothing, levels = np.zeros(4, np.bool_), np.ones((4, 2))
    levels[0] = 8
    made = discounted_graph(reference, query, nothing, Discount(levels, np.ones((4, 2))), turn=1)
    whole = feature_graph(reference, query, nothing)
    part = feature_graph(reference[3::8], query[3::8], nothing)  # turn 1 of 4
    ks, change = NODE_NAMES.index("ks"), NODE_NAMES.index("largest_change")
    assert made.nodes[0, ks] == pytest.approx(part.nodes[0, ks])
    assert made.nodes[0, change] == pytest.approx(whole.nodes[0, change], abs=1e-3)
    np.testing.assert_allclose(made.nodes[1:], whole.nodes[1:], atol=1e-3)


def flags_without_a_shift(groups, seed):
    """Of a table in batches; and of the same rows shuffled, where nobody can see the batches."""
    rng = np.random.default_rng(seed)
    columns = dict(zip("abcdef", batches(80, 20, 6, rng).T, strict=True))
    table = pa.table({**columns, "group": np.repeat(np.arange(80), 20)})
    in_order = table[:800], table[800:]
    shuffled = [half.take(rng.permutation(800)) for half in in_order]
    unknown = localize(*shuffled, ignore="group").shifted.any()
    if groups is None:
        return unknown, localize(*in_order, ignore="group").shifted.any()
    return unknown, localize(*shuffled, groups=groups).shifted.any()


@pytest.mark.parametrize("groups", [None, "group"])
def test_batches_without_a_shift_raise_few_flags(groups):
    unknown, known = np.sum([flags_without_a_shift(groups, seed) for seed in range(8)], axis=0)
    assert unknown >= 5
    assert known <= 1


def test_a_shift_stands_out_from_batches():
    false = 0
    for seed in range(5):
        rng = np.random.default_rng(seed)
        reference, query = batches(80, 20, 6, rng), batches(80, 20, 6, rng)
        query[:, 2] = 3 * query[:, 2] + 4
        found = localize(reference, query).shifted_features
        assert found[0] == "x2"
        false += len(found) - 1
    assert false <= 2


def test_another_unit_is_found_however_few_rows_a_series_is_worth():
    for seed in range(3):
        rng = np.random.default_rng(seed)
        walks = np.cumsum(rng.normal(size=(2000, 4)), axis=0) + 100
        walks[rng.random(2000) < 0.1, 3] = np.nan
        reference, query = walks[:1000], walks[1000:].copy()
        query[:, 1] *= 1000
        assert "x1" in localize(reference, query).shifted_features
