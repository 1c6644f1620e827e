import numpy as np
import pytest

from featureshift.methods.graphnet.relations.correlation import (
    all_products,
    pair_strip,
    relate,
    standardize,
    strip,
)


def binary(rng, n):
    latent = rng.normal(size=(n, 1)) + rng.normal(size=(n, 30))
    return (latent > 2.2).T.astype(np.float32)


def continuous(rng, n):
    return (rng.normal(size=(n, 1)) + rng.normal(size=(n, 30))).T.astype(np.float32)


def test_correlations_are_numpys(rng):
    table, other = continuous(rng, 300), continuous(rng, 200)
    found = strip(standardize(table), standardize(other), np.arange(10, 14))
    expected = np.corrcoef(table)[10:14]
    expected[np.arange(4), np.arange(10, 14)] = 0
    assert np.abs(found.reference - expected).max() < 1e-5
    assert found.change.shape == (4, 30)


@pytest.mark.parametrize("draw", [binary, continuous])
def test_changes_are_standard_normal_where_nothing_is_shifted(rng, draw):
    changes = []
    for _ in range(20):
        found = strip(standardize(draw(rng, 1500)), standardize(draw(rng, 900)), np.arange(30))
        changes.append(found.change[np.triu_indices(30, 1)])
    changes = np.concatenate(changes)
    assert abs(changes.std() - 1) < 0.1
    assert (np.abs(changes) > 3).mean() < 0.008  # normal: 0.0027; Fisher's z had up to 0.04


def test_strips_are_parts_of_the_whole(rng):
    tables = standardize(continuous(rng, 200)), standardize(continuous(rng, 200))
    whole, part = strip(*tables, np.arange(30)), strip(*tables, np.arange(7, 12))
    for one, other in zip(whole, part, strict=True):
        assert np.abs(one[7:12] - other).max() < 1e-4


def test_a_constant_is_related_to_nothing(rng):
    table, other = continuous(rng, 200), continuous(rng, 200)
    table[3] = other[3] = 7
    found = strip(standardize(table), standardize(other), np.arange(30))
    assert (found.reference[3] == 0).all()
    assert np.abs(found.change[3]).max() == 0


def test_chosen_pairs_are_parts_of_the_whole(rng):
    tables = standardize(binary(rng, 200)), standardize(binary(rng, 150))
    own, others = np.array([4, 9, 20]), np.array([[4, 7], [0, 29], [20, 3]])
    whole, part = strip(*tables, np.arange(30)), pair_strip(*tables, own, others)
    for one, other in zip(whole, part, strict=True):
        assert np.abs(one[own[:, None], others] - other).max() < 1e-4


def test_strips_against_some_features(rng):
    tables = standardize(continuous(rng, 200)), standardize(continuous(rng, 200))
    own, others = np.array([1, 5]), np.array([0, 5, 17])
    whole, part = strip(*tables, np.arange(30)), strip(*tables, own, others)
    for one, other in zip(whole, part, strict=True):
        assert np.abs(one[np.ix_(own, others)] - other).max() < 1e-4


def test_the_symmetric_products_say_the_same(rng):
    tables = standardize(binary(rng, 200)), standardize(continuous(rng, 150))
    part, own = slice(3, 9), np.arange(3, 9)
    made = [all_products(table).rows(part) for table in tables]
    for one, other in zip(relate(*made, own, np.arange(30)), strip(*tables, own), strict=True):
        assert np.abs(one - other).max() < 1e-4


def test_the_first_rows_are_standardized_by_themselves():
    scores = np.random.default_rng(0).exponential(size=(4, 900)).astype(np.float32)
    table = standardize(scores)
    assert table.first(900) is table
    first, alone = table.first(300), standardize(scores[:, :300])
    assert first.scores == pytest.approx(alone.scores, abs=1e-4)
    assert first.fourth == pytest.approx(alone.fourth, rel=1e-3)
