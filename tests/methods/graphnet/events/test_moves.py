import numpy as np
import pytest

from featureshift.methods.base import Move
from featureshift.methods.graphnet.events import moves as module
from featureshift.methods.graphnet.events.moves import find_moves
from featureshift.methods.graphnet.feature_graph import feature_graph

from .tables import factor_tables, give_to_other_rows, moved_graph


def moves_of(graph, logits=None):
    return find_moves(graph, np.zeros(len(graph.nodes)) if logits is None else logits)


@pytest.mark.parametrize("columns", [(0, 1), (2, 5, 7), (0, 2, 4, 6)])
@pytest.mark.parametrize("unrelated", [0, 20])
def test_the_smaller_side_moved(rng, columns, unrelated):
    rest = tuple(j for j in range(10) if j not in columns)
    graph = moved_graph(rng, list(columns), unrelated=unrelated)
    assert moves_of(graph) == (Move(columns, rest),)


def test_a_block_of_a_wide_table(rng):
    """Where a column has partners for a few of the others only."""
    graph = moved_graph(rng, list(range(12)), related=60, unrelated=40)
    assert moves_of(graph) == (Move(tuple(range(12)), tuple(range(12, 60))),)


def test_of_equal_sides_the_more_suspect_one_moved(rng):
    graph = moved_graph(rng, [0, 1, 2], related=6)
    sides = (0, 1, 2), (3, 4, 5)
    suspect = np.where(np.arange(10) < 3, 1.0, 0.0)
    assert moves_of(graph, suspect) == (Move(*sides),)
    assert moves_of(graph, -suspect) == (Move(*sides[::-1]),)


def test_two_joins_went_wrong(rng):
    reference, query = factor_tables(rng, related=12)
    for block in ([0, 1], [2, 3, 4]):
        give_to_other_rows(rng, query, block)
    found = moves_of(feature_graph(reference, query))
    assert {move.columns for move in found} == {(0, 1), (2, 3, 4)}
    assert {move.other_side for move in found} == {tuple(range(5, 12))}


def test_columns_that_moved_each_by_itself_are_no_event(rng):
    reference, query = factor_tables(rng)
    for column in (1, 4, 8):
        give_to_other_rows(rng, query, [column])
    assert moves_of(feature_graph(reference, query)) == ()


def test_nothing_moved():
    for seed in range(20):
        assert moves_of(moved_graph(np.random.default_rng(seed), [])) == ()


def test_columns_that_were_exchanged_did_not_move_together(rng):
    """Two families; a column of each stands under the name of another."""
    one, two = factor_tables(rng, 5, 0), factor_tables(rng, 5, 0)
    reference, query = (np.concatenate(pair, axis=1) for pair in zip(one, two, strict=True))
    query[:, [0, 1, 5, 6]] = query[:, [5, 6, 0, 1]]
    assert moves_of(feature_graph(reference, query)) == ()


def test_values_that_changed_are_no_event(rng):
    reference, query = factor_tables(rng)
    query[:, :3] = rng.normal(size=(len(query), 1)) + 1
    assert moves_of(feature_graph(reference, query)) == ()


def test_columns_and_tables_may_change_places(rng):
    reference, query = factor_tables(rng, related=14)
    give_to_other_rows(rng, query, [0, 3, 4, 9])
    order = rng.permutation(18)
    found = moves_of(feature_graph(reference[:, order], query[:, order]))
    assert [sorted(order[list(move.columns)]) for move in found] == [[0, 3, 4, 9]]
    assert moves_of(feature_graph(query, reference)) == moves_of(feature_graph(reference, query))


def test_too_wide_tables_are_left_to_the_network(rng, monkeypatch):
    graph = moved_graph(rng, [0, 1, 2])
    monkeypatch.setattr(module, "MOST_EXACT", 13)
    assert moves_of(graph) == ()
