"""All ways to an order find the same groups and the same way back to the rows."""

import numpy as np
import pytest

from featureshift.methods.graphnet.margins.binary_order import binary_order
from featureshift.methods.graphnet.margins.level_order import level_order
from featureshift.methods.graphnet.margins.sorted_order import sorted_order

CUT, ROWS = 40, 63


def any_columns(rng):
    columns = rng.normal(size=(6, ROWS))
    columns[1] = np.round(columns[1])
    columns[2] = -0.0
    columns[2, CUT::2] = 0.0
    columns[3, rng.random(ROWS) < 0.3] = np.nan
    columns[4] = np.nan
    columns[5] = np.where(np.arange(ROWS) < CUT, np.sign(columns[5]) * 1e30, np.inf)
    return columns.astype(np.float32)


def level_columns(rng):
    columns = rng.integers(0, 9, size=(7, ROWS)) / 8
    columns[0] = 3.25
    columns[1] = rng.random(ROWS) < 0.5
    columns[2] = np.where(columns[1], 1e30, -7)
    columns[3] = np.where(columns[1], -0.0, 0.0)
    columns[4] = np.where(rng.random(ROWS) < 0.3, np.nan, columns[1])
    columns[5, rng.random(ROWS) < 0.3] = np.nan
    return columns.astype(np.float32)


def binary_columns(rng):
    return np.concatenate([level_columns(rng)[:5], any_columns(rng)[2:5:2]])


def by_levels(columns, cut):
    few, order = level_order(columns, cut)
    assert few.all()
    return order


def by_comparison(columns, cut):
    two, order = binary_order(columns, cut)
    assert two.all()
    return order


CASES = pytest.mark.parametrize(
    ("draw", "find"),
    [
        (any_columns, sorted_order),
        (level_columns, sorted_order),
        (level_columns, by_levels),
        (binary_columns, sorted_order),
        (binary_columns, by_comparison),
    ],
)


@CASES
def test_groups_are_the_unique_values(rng, draw, find):
    columns = draw(rng)
    order = find(columns, CUT)
    before = order.before()
    for j, column in enumerate(columns):
        present = column[~np.isnan(column)]
        values, counts = np.unique(present, return_counts=True)
        own = (order.column == j) & (order.size > 0)
        assert order.values()[own].tolist() == values.tolist()
        assert order.size[own].tolist() == counts.tolist()
        assert order.query[own].tolist() == [int((column[CUT:] == v).sum()) for v in values]
        assert before[own].tolist() == (np.cumsum(counts) - counts).tolist()


@CASES
def test_what_a_group_has_reaches_its_rows(rng, draw, find):
    columns = draw(rng)
    order = find(columns, CUT)
    reached = order.to_rows(order.values())
    missing = np.isnan(columns)
    assert np.array_equal(reached[~missing], columns[~missing])
    is_missing = order.to_rows((order.size == 0).astype(np.float32))
    assert np.array_equal(is_missing, missing)


@CASES
def test_places_are_found_in_their_groups(rng, draw, find):
    columns = draw(rng)
    order = find(columns, CUT)
    found = order.values()[order.group_at(np.arange(ROWS)[None].repeat(len(columns), axis=0))]
    in_order = np.sort(columns, axis=1)  # NaN last
    present = ~np.isnan(in_order)
    assert np.array_equal(found[present], in_order[present])


@CASES
def test_present_counts_are_at_least_one(rng, draw, find):
    columns = draw(rng)
    order = find(columns, CUT)
    present = ~np.isnan(columns)
    assert order.is_complete == bool(present.all())
    assert order.present.tolist() == np.maximum(present.sum(axis=1), 1).tolist()
    assert order.present_query.tolist() == np.maximum(present[:, CUT:].sum(axis=1), 1).tolist()
    in_reference = present[:, :CUT].sum(axis=1)
    assert order.present_reference.tolist() == np.maximum(in_reference, 1).tolist()
