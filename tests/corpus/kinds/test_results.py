"""Columns that are functions of others."""

import numpy as np
import pytest

from featureshift.corpus.kinds.results import FARTHEST, FUNCTIONS, Terms, results


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_finite_and_depends_on_its_terms(name, rng):
    x, y, z = rng.normal(size=(3, 500))
    value = FUNCTIONS[name](Terms(x, y, z, 0.5))
    assert value.shape == (500,)
    assert np.isfinite(value).all()
    assert value.std() > 0
    assert not np.array_equal(value, FUNCTIONS[name](Terms(-x + 0.3, y, z, 0.5)))


def test_results_are_told_and_neither_all_nor_none():
    shares = [results(50, 20, np.random.default_rng(seed)).derived.mean() for seed in range(60)]
    assert 0 < min(shares) < 0.25
    assert 0.45 < max(shares) < 1


def test_terms_predict_results_where_correlation_does_not():
    """By neighbors in the nearest two terms, some results are known that no line knows."""
    unseen = 0
    for seed in range(30):
        table = results(1500, 6, np.random.default_rng(seed))
        terms = table.values[:, ~table.derived].astype(np.float64)
        terms = (terms - terms.mean(axis=0)) / terms.std(axis=0)
        for column in table.values[:, table.derived].T.astype(np.float64):
            column = np.argsort(np.argsort(column)) / len(column) - 0.5
            by_line = column - terms @ np.linalg.lstsq(terms, column, rcond=None)[0]
            squares = np.column_stack([terms, terms**2, *_products(terms)])
            squares -= squares.mean(axis=0)
            by_square = column - squares @ np.linalg.lstsq(squares, column, rcond=None)[0]
            unseen += by_square.var() < 0.6 * by_line.var()
    assert unseen > 10


def _products(terms):
    k = terms.shape[1]
    return [terms[:, i] * terms[:, j] for i in range(k) for j in range(i)]


def test_no_result_is_endless():
    for seed in range(40):
        values = results(300, 10, np.random.default_rng(seed)).values.astype(np.float64)
        width = np.subtract(*np.quantile(values, [0.9, 0.1], axis=0)) + 1e-3
        assert (np.ptp(values, axis=0) < 3 * FARTHEST * width).all()
