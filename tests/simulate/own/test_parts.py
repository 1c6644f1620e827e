"""Faults in some rows only."""

import numpy as np
import pytest

from featureshift.simulate import EVALUATION_CATEGORICAL, EVALUATION_CONTINUOUS, Scene, shift
from featureshift.simulate import manipulation_named as named
from featureshift.simulate.evaluation import Negation
from featureshift.simulate.own.parts import CONDITIONS, SHARE, PartOfRows, draw_part
from featureshift.simulate.own.values import Offset

PARTS = ("part-of-rows", "part-resampled", "group-part-resampled")


@pytest.fixture
def mixed(rng):
    """Two chosen columns, three levels, a number."""
    level = rng.choice([0, 0.5, 1], 1200, p=[0.2, 0.3, 0.5])
    x = rng.random((1200, 3)) * 0.8 + 0.1
    x[:, 1] = x[:, 0] + 0.05 * rng.normal(size=1200)
    table = np.float32(np.column_stack([x, level]))
    categorical = np.array([False, False, False, True])
    return Scene(table[:600], table[600:], np.array([0, 1]), categorical)


@pytest.mark.parametrize("name", PARTS)
def test_half_of_the_rows_stay_at_least(name, mixed):
    shares = []
    for seed in range(40):
        new = named(name).new_columns(mixed, np.random.default_rng(seed))
        old = mixed.chosen_query
        same = (new == old) | (np.isnan(new) & np.isnan(old))
        shares.append((~same).any(axis=1).mean())
    assert max(shares) <= SHARE[1]
    assert 0.02 < np.median(shares) < 0.4
    assert np.mean(np.array(shares) > 0) > 0.9


@pytest.mark.parametrize("name", PARTS)
def test_a_column_is_changed_where_some_of_its_rows_are(name, mixed):
    for seed in range(20):
        pair = shift(mixed, named(name), np.random.default_rng(seed))
        before, after = mixed.query, pair.query
        differ = ~((before == after) | (np.isnan(before) & np.isnan(after)))
        assert pair.changed.tolist() == differ.any(axis=0).tolist()
        assert pair.shifted.tolist() == [True, True, False, False]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_part_meets_its_condition_in_both_tables(condition, mixed):
    for seed in range(20):
        part = CONDITIONS[condition](mixed, np.random.default_rng(seed))
        share = len(part.query) / len(mixed.query)
        assert SHARE[0] * 0.9 <= share <= SHARE[1] * 1.01
        if condition == "stretch":
            assert (np.diff(part.query) == 1).all()
            assert len(part.reference) == len(mixed.reference)
        else:
            ranges = [
                [np.ptp(table[rows][:, j]) for j in (2, 3)]
                for table, rows in (
                    (mixed.reference, part.reference),
                    (mixed.query, part.query),
                )
            ]
            assert np.min(ranges, axis=1).max() < 0.45  # of 0.8 and of 1 in all rows
            assert len(part.reference) == pytest.approx(len(part.query), rel=0.5)


def test_a_stretch_where_there_is_no_other_column(mixed):
    every = Scene(mixed.reference, mixed.query, np.arange(4), mixed.categorical)
    for seed in range(10):
        assert (np.diff(draw_part(every, np.random.default_rng(seed)).query) == 1).all()


def test_resampled_rows_keep_the_distribution_of_their_part(mixed, rng):
    """Rows of a level get values of that level: a margin that agrees gives nothing away."""
    level = mixed.query[:, 3]
    x = np.float32(0.2 + 0.6 * level + 0.05 * rng.normal(size=600))
    tables = [table.copy() for table in (mixed.reference, mixed.query)]
    tables[0][:, 0] = 0.2 + 0.6 * tables[0][:, 3] + 0.05 * rng.normal(size=600)
    tables[1][:, 0] = x
    scene = Scene(*tables, np.array([0]), mixed.categorical)
    only = PartOfRows("part", inner=(named("T3"),))
    for seed in range(30):
        new = only.new_columns(scene, np.random.default_rng(seed))[:, 0]
        assert abs(new.mean() - x.mean()) < 0.035


def test_what_is_not_defined_for_a_column_leaves_it(mixed):
    scene = Scene(mixed.reference, mixed.query, np.array([0, 3]), mixed.categorical)
    offset = PartOfRows("part", inner=(Offset("offset"),))
    for seed in range(20):
        new = offset.new_columns(scene, np.random.default_rng(seed))
        assert np.array_equal(new[:, 1], scene.chosen_query[:, 1])


def test_a_negation_in_part_of_the_rows_is_left_out(binary):
    negated = PartOfRows("part", inner=(Negation("E2"),))
    for seed in range(10):
        new = negated.new_columns(binary, np.random.default_rng(seed))
        assert np.array_equal(new, binary.chosen_query)


@pytest.mark.parametrize("name", PARTS)
def test_no_evaluation_manipulation_acts_in_part_of_the_rows(name):
    inner = {each.name for each in named(name).inner}
    assert inner
    assert inner.isdisjoint({*EVALUATION_CONTINUOUS, *EVALUATION_CATEGORICAL})
