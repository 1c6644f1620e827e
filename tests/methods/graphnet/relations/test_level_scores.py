"""Categorical columns enter relations by where other columns place their levels."""

import numpy as np
import pytest

from featureshift.methods.graphnet.channels import NODE_NAMES
from featureshift.methods.graphnet.feature_graph import feature_graph
from featureshift.methods.graphnet.margins.contrasts import contrasts
from featureshift.methods.graphnet.relations import level_scores
from featureshift.methods.graphnet.relations.level_scores import (
    LEVELS,
    of_levels,
    with_level_scores,
)


def towns(n, rng, levels=6):
    """A table [n, 4]: a climate that depends on the town, the town's code, two columns of noise."""
    town = rng.integers(levels, size=n)
    warmth = np.array([2.0, -1.0, 0.5, -2.0, 1.0, 0.0])[town % 6]
    others = rng.standard_normal((n, 2))
    climate = warmth + rng.standard_normal(n)
    return np.column_stack([climate, town, others]).astype(np.float32)


CATEGORICAL = np.array([False, True, False, False])
OTHER_CODES = np.array([3, 0, 5, 1, 4, 2], np.float32)


def scores_of(reference, query):
    both = np.concatenate([reference, query]).T.copy()
    both = np.nan_to_num(both - np.nanmean(both, axis=1, keepdims=True))
    return with_level_scores(both, reference, query, np.array([1]))


def test_levels_are_placed_by_what_they_go_with():
    rng = np.random.default_rng(0)
    reference, query = towns(800, rng), towns(800, rng)
    before = np.corrcoef(np.concatenate([reference, query])[:, :2].T)[0, 1]
    after = np.corrcoef(scores_of(reference, query)[:2])[0, 1]
    assert abs(before) < 0.4
    assert abs(after) > 0.7


def test_a_relation_that_turned_round_does_not_cancel_out():
    rng = np.random.default_rng(1)
    reference, query = towns(800, rng), towns(800, rng)
    query[:, 0] *= -1
    scores = scores_of(reference, query)
    first, second = (np.corrcoef(half[:2])[0, 1] for half in (scores[:, :800], scores[:, 800:]))
    assert abs(first) > 0.7
    assert first == pytest.approx(-second, abs=0.1)


def test_a_shuffled_column_of_levels_is_seen_in_its_relations():
    rng = np.random.default_rng(2)
    reference, query = towns(800, rng), towns(800, rng)
    rng.shuffle(query[:, 1])
    for categorical, least, most in ((CATEGORICAL, 2.3, 9.0), (None, 0.0, 2.2)):
        graph = feature_graph(reference, query, categorical)
        change = graph.nodes[1, NODE_NAMES.index("largest_change")]
        assert least < change < most


def test_codes_and_the_order_of_levels_do_not_matter():
    rng = np.random.default_rng(3)
    reference, query = towns(500, rng), towns(500, rng)
    renamed = [table.copy() for table in (reference, query)]
    for table in renamed:
        table[:, 1] = OTHER_CODES[table[:, 1].astype(int)]
    one, other = scores_of(reference, query), scores_of(*renamed)
    assert np.abs(one[1]) == pytest.approx(np.abs(other[1]), abs=1e-3)


def test_missing_cells_rare_levels_and_more_levels_than_are_told_apart():
    rng = np.random.default_rng(4)
    reference, query = towns(300, rng, levels=3 * LEVELS), towns(200, rng, levels=3 * LEVELS)
    reference[:7, 1], query[-1, 1] = np.nan, 40 * LEVELS
    scores = scores_of(reference, query)
    assert np.isfinite(scores).all()
    assert (scores[1, :7] == 0).all()
    assert len(np.unique(scores[1])) <= LEVELS + 1


def test_two_levels_need_no_placing():
    table = np.array([[0, 0, 0], [1, 2, 1], [0, 1, np.nan]], np.float32)
    found = of_levels(table, table, np.array([True, True, False]))
    assert found.tolist() == [False, True, False]


def test_who_places_the_levels_of_a_wide_table_is_no_matter_of_order(monkeypatch):
    monkeypatch.setattr(level_scores, "MOST_OTHERS", 20)
    rng = np.random.default_rng(5)
    order = [rng.permutation(300), rng.permutation(200)]
    tables = [rng.normal(size=(n, 60)).astype(np.float32) for n in (300, 200)]
    scores = contrasts(*tables).scores
    shuffled = contrasts(*(t[o] for t, o in zip(tables, order, strict=True))).scores
    turned = contrasts(*reversed(tables)).scores
    chosen = level_scores._others(scores, 300)
    assert len(chosen) == 20
    assert (level_scores._others(shuffled, 300) == chosen).all()
    assert (level_scores._others(turned, 200) == chosen).all()
