import numpy as np
import pytest

from featureshift.methods.graphnet.events.ties import KNOWN_LEVEL, find_ties, values_changed
from featureshift.methods.graphnet.feature_graph import feature_graph

from .tables import factor_tables, moved_graph


def signs(ties):
    return {
        (first, second): np.sign(strength)
        for first, second, strength in zip(*(each.tolist() for each in ties[:3]), strict=True)
    }


def test_relations_across_are_lost_and_those_within_are_kept(rng):
    ties = find_ties(moved_graph(rng, [0, 1, 2]))
    moved = {0, 1, 2}
    assert signs(ties) == {
        (a, b): 1.0 if (a in moved) == (b in moved) else -1.0
        for a in range(10)
        for b in range(a + 1, 10)
        if (a, b) in signs(ties)
    }
    assert {column for pair in signs(ties) for column in pair} == set(range(10))
    assert ((ties.lost == 1) == (ties.strength < 0)).all()


def test_each_pair_stands_once(rng):
    ties = find_ties(moved_graph(rng, [0, 1, 2], related=30))
    assert (ties.first < ties.second).all()
    assert len(signs(ties)) == len(ties.first)


def test_what_the_query_has_alone_was_lost_in_the_reference(rng):
    graph = moved_graph(rng, [0, 1, 2])
    plain, swapped = find_ties(graph), find_ties(graph.swapped())
    assert np.array_equal(plain.strength, swapped.strength)
    assert np.array_equal(plain.lost, -swapped.lost)
    assert plain.lost.any()


def test_nothing_is_lost_between_tables_of_one_distribution():
    """The level is 1 %: more than 2 of 40 would come once in a hundred tries."""
    graphs = [moved_graph(np.random.default_rng(seed), []) for seed in range(40)]
    assert sum(find_ties(graph).lost.any() for graph in graphs) <= 2


def test_unrelated_columns_have_no_ties(rng):
    assert len(find_ties(moved_graph(rng, [0, 1], related=0, unrelated=12)).first) == 0


def test_weak_relations_of_few_rows_say_nothing(rng):
    assert len(find_ties(moved_graph(rng, [0, 1], rows=60, strength=0.3)).first) == 0


def test_squares_are_relations_too(rng):
    """Columns that share how far they are from the middle, but not on which side."""
    tables = []
    for _ in range(2):
        spread = np.exp(rng.normal(size=(4000, 1)))
        tables.append((spread * rng.choice([-1.0, 1.0], (4000, 6))).astype(np.float32))
    tables[1][:, :2] = tables[1][rng.permutation(4000)][:, :2]
    ties = find_ties(feature_graph(*tables))
    found = signs(ties)
    assert found[0, 1] == found[2, 3] == 1
    assert found[0, 2] == found[1, 5] == -1


@pytest.mark.parametrize("change", [lambda x: 2 * x, np.round])
def test_columns_whose_values_changed_are_left_out(rng, change):
    reference, query = factor_tables(rng)
    query[:, 3] = change(query[:, 3])
    graph = feature_graph(reference, query)
    assert np.flatnonzero(values_changed(graph)).tolist() == [3]
    ties = find_ties(graph)
    assert 3 not in ties.first
    assert 3 not in ties.second


def test_where_a_shift_is_known_weaker_relations_tell(rng):
    graph = moved_graph(rng, [0, 1, 2], rows=120, strength=0.7)
    sure, known = find_ties(graph), find_ties(graph, KNOWN_LEVEL)
    assert len(known.first) > len(sure.first)
    assert set(signs(sure)) < set(signs(known))
