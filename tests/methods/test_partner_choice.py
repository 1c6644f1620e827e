import numpy as np
import pytest

from featureshift.methods.partner_choice import choose, highest, strength


@pytest.fixture
def relations(rng):
    """Strength and change of 30 columns to as many, -1 of a column to itself."""
    made = rng.random((2, 30, 30)).astype(np.float32)
    for matrix in made:
        np.fill_diagonal(matrix, -1)
    return made


def test_the_strongest_come_first_and_then_the_most_changed_of_the_others(relations):
    strong, change = relations
    found = choose(strong, change.copy(), 4, 3, ranked=6)
    ranked = np.argsort(-strong, axis=1)
    assert np.array_equal(found.ranked, ranked[:, :6])
    assert np.array_equal(found.partners[:, :4], ranked[:, :4])
    for j, chosen in enumerate(found.partners):
        left = [k for k in np.argsort(-change[j]) if k not in chosen[:4]]
        assert chosen[4:].tolist() == left[:3]


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_of_few_candidates_all_are_chosen_once_and_the_column_itself_last(relations, n):
    strong, change = relations[:, :n, :n]
    found = choose(strong, change.copy(), 4, 5, ranked=20).partners
    assert np.array_equal(np.sort(found, axis=1), np.tile(np.arange(n), (n, 1)))
    assert np.array_equal(found[:, -1], np.arange(n))


def test_relations_are_as_strong_as_in_the_table_that_relates_more():
    reference, query = np.array([[0.5, -0.9], [-0.7, 0.1]], np.float32)
    assert strength(reference, query).tolist() == strength(query, reference).tolist()
    assert strength(reference, query) == pytest.approx(np.array([0.7, 0.9]))


def test_none_of_nothing():
    assert highest(np.empty((3, 0), np.float32), 0).shape == (3, 0)
