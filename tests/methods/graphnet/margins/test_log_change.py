"""Means of positive terms: their change as a score that chance alone does not raise."""

import numpy as np
import pytest

from featureshift.methods.graphnet.margins.log_change import log_change

USUAL = 2.0
"""Of squares of normal values: kurtosis minus 1."""


def score(terms, cut):
    """Of the change between the first ``cut`` of some terms [columns, rows] and the others."""
    mean = np.maximum(terms.mean(axis=1), 1e-12)
    found = log_change(
        (terms[:, :cut].mean(axis=1), terms[:, cut:].mean(axis=1)),
        (cut, terms.shape[1] - cut),
        terms.var(axis=1) / mean**2,
        usual=USUAL,
        floor=1e-9,
    )
    return found.ratio / found.error


@pytest.mark.parametrize(("rows", "cut"), [(2000, 1000), (2000, 60), (60, 30)])
def test_standard_when_nothing_changed(rows, cut):
    squares = np.random.default_rng(0).normal(size=(1500, rows)) ** 2
    assert 0.7 < score(squares, cut).std() < 1.2


@pytest.mark.parametrize("rate", [0.0005, 0.002, 0.02])
def test_rare_terms_and_their_absence_say_little(rate):
    rare = (np.random.default_rng(0).random((1500, 2000)) < rate).astype(float)
    for cut in (1000, 100):
        assert np.square(score(rare, cut)).mean() < 1.5


def test_a_single_row_says_nothing():
    assert np.abs(score(np.array([[0.0, 1.0], [1.0, 1e6]]), 1)).max() < 1.5


def test_a_real_change_counts():
    rng = np.random.default_rng(0)
    squares = rng.normal(size=(20, 1000)) ** 2
    squares[:, 500:] *= 2
    assert score(squares, 500).min() > 4
    squares[:, 500:] *= 1e-8
    assert score(squares, 500).max() < -30
