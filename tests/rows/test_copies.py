"""Copies are told apart: accidents, and rows that have little to tell."""

import numpy as np
import pytest

from featureshift.engines.reading import read_pair
from featureshift.rows.copies import find_copies, without_copies


def pair_of(reference, query, **options):
    return read_pair(reference, query, **options)


def copies_of(reference, query, **options):
    pair = pair_of(reference, query, **options)
    return find_copies(pair.reference.sample, pair.query.sample, pair.features)


@pytest.fixture
def measured(rng):
    return rng.normal(size=(2, 1000, 6))


def test_no_copies_are_natural_and_do_not_matter(measured):
    copies = copies_of(*measured)
    assert copies[:2] == (0.0, 0.0)
    assert not copies.matter


@pytest.mark.parametrize("times", [2, 10])
def test_measurements_that_repeat_are_an_accident(measured, times):
    reference, query = measured
    copies = copies_of(reference, np.concatenate([query] * times))
    assert copies.query == pytest.approx(1 - 1 / times)
    assert copies.matter


def test_a_few_copies_are_found_in_a_mixed_table(measured, rng):
    categories = rng.integers(0, 3, (2, 1000, 8))
    reference, query = np.concatenate([measured[..., :1], categories], axis=2)
    copies = copies_of(reference, np.concatenate([query, query[:50]]))
    assert copies.query == pytest.approx(50 / 1050)
    assert copies.matter  # though eight of nine columns repeat by themselves


@pytest.mark.parametrize(("columns", "levels"), [(1, 5), (2, 30), (4, 6), (10, 2)])
def test_few_categories_repeat_naturally(rng, columns, levels):
    reference, query = rng.integers(0, levels, (2, 2000, columns)).astype(float)
    copies = copies_of(reference, query)
    assert copies.reference > 0.1
    assert copies.natural


def test_one_hot_codes_repeat_naturally(rng):
    reference, query = np.eye(5)[rng.integers(0, 5, (2, 1000))]
    assert copies_of(reference, query).natural


def test_codes_that_stand_for_one_another_repeat_naturally(rng):
    """Zip, city and state: who agrees in one agrees in all."""
    code = rng.zipf(1.5, (2, 3000, 1)).clip(max=40)
    reference, query = np.concatenate([code, 2 * code, 7 * code], axis=2).astype(float)
    assert copies_of(reference, query).natural


def test_copies_of_a_longer_table_are_counted_by_its_sample(rng):
    query = rng.normal(size=(20_000, 4))
    copies = copies_of(rng.normal(size=(5000, 4)), np.concatenate([query, query]), max_rows=2000)
    assert copies.query == pytest.approx(0.5, abs=0.01)
    assert copies.matter


def test_columns_are_judged_without_accidental_copies(measured):
    reference, query = measured
    pair, copies, _ = without_copies(pair_of(reference, np.concatenate([query, query])))
    assert copies.matter
    assert [side.n_rows for side in pair.sides] == [1000, 1000]
    rows = pair.query.shuffled_rows()
    assert len(rows) == len(np.unique(rows, axis=0)) == 1000


def test_natural_copies_stay(rng):
    reference, query = rng.integers(0, 3, (2, 500, 3)).astype(float)
    pair = without_copies(pair_of(reference, query)).pair
    assert [side.n_rows for side in pair.sides] == [500, 500]


def test_near_copies_are_left_out_and_told(measured, rng):
    reference, query = measured
    again = query.copy()
    again[:, 2] = rng.permutation(again[:, 2])
    pair, copies, _ = without_copies(pair_of(reference, np.concatenate([query, again])))
    assert copies.near == (0.0, pytest.approx(0.5, abs=0.01))
    assert pair.query.n_rows == pytest.approx(1000, abs=10)
