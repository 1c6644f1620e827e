"""Simulated tables of mixed columns."""

import numpy as np
from scipy.stats import rankdata

from featureshift.corpus.copula import SHAPES, copula


def tables(count=60, rows=400, features=12):
    return [copula(rows, features, np.random.default_rng(seed)) for seed in range(count)]


def test_same_seed_same_table():
    one, again = (copula(50, 8, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one.values, again.values)
    assert not one.provenance.evaluation_only


def test_values_are_finite_whatever_the_shape():
    for name, shape in SHAPES.items():
        column = shape(np.linspace(-6, 6, 101), np.random.default_rng(0))
        assert column.shape == (101,), name
        assert np.isfinite(column).all(), name


def test_only_levels_are_categorical_and_their_codes_are_whole():
    drawn = tables()
    levels = np.concatenate([table.values[:, table.categorical] for table in drawn], axis=1)
    assert levels.shape[1] > 10
    assert np.array_equal(levels, np.round(levels))
    assert levels.min() == 0


def test_relations_run_from_none_to_close():
    """Among continuous columns of many tables: some tables have no relation, some close ones."""
    strongest = []
    for table in tables(rows=2000):
        numbers = table.values[:, ~table.categorical & (table.values.std(axis=0) > 0)]
        if numbers.shape[1] > 2:
            related = np.abs(np.corrcoef(rankdata(numbers, axis=0).T)) - np.eye(numbers.shape[1])
            strongest.append(related.max())
    chance = 4 / np.sqrt(2000)
    assert 0.1 < np.mean(np.array(strongest) < chance) < 0.6
    assert np.mean(np.array(strongest) > 0.6) > 0.2


def test_some_tables_have_columns_of_one_shape():
    binary = [
        np.mean([len(np.unique(column)) == 2 for column in table.values.T]) for table in tables(300)
    ]
    assert max(binary) == 1
    assert 0 < np.mean(np.array(binary) == 1) < 0.2
