from __future__ import annotations

import numpy as np
import pytest

from featureshift.corpus import algebraic
from featureshift.errors import UnknownNameError
from featureshift.simulate import normalize


def draw(seed=0, **options):
    return algebraic(600, 12, np.random.default_rng(seed), **options)


def residual_of_polynomial_fit(x, y, degree):
    fit = np.polynomial.Polynomial.fit(x, y, degree)
    return np.abs(fit(x) - y).max() / np.ptp(y)


def test_parameters_are_per_feature_and_the_input_per_row():
    values = draw(family="polynomial").values.astype(float)
    degrees = []
    x = np.random.default_rng(0).uniform(-5, 5, size=600)  # the simulator's first draw
    for column in values.T:
        assert residual_of_polynomial_fit(x, column, 4) < 1e-5
        degrees.append(3 if residual_of_polynomial_fit(x, column, 3) < 1e-5 else 4)
    assert set(degrees) == {3, 4}


def test_sines_stay_within_their_amplitude_and_are_functions_of_the_input():
    values = draw(family="sine").values
    assert 10 < np.abs(values).max() <= 50
    x = np.random.default_rng(0).uniform(-5, 5, size=600)
    steps = np.abs(np.diff(values[np.argsort(x)], axis=0))
    # |a b| times the widest gap between two inputs
    assert (steps <= 50 * np.pi * np.diff(np.sort(x)).max() + 1e-4).all()


def test_logarithms_have_bases_from_2_to_10_and_normalize_to_one_column():
    values = draw(family="logarithm").values.astype(float)
    x = np.random.default_rng(0).uniform(-5, 5, size=600)
    bases = np.exp(np.log(x + 6)[:, None] / values)
    np.testing.assert_allclose(bases, np.tile(bases[:1], (600, 1)), rtol=1e-2)
    assert ((bases >= 1.99) & (bases <= 10.01)).all()
    normal = normalize(values)
    np.testing.assert_allclose(normal, np.tile(normal[:, :1], 12), atol=1e-5)


def test_as_many_inputs_as_features_make_independent_columns():
    shared = draw(family="logarithm").values
    apart = draw(family="logarithm", n_inputs=12).values
    upper = np.triu_indices(12, k=1)
    assert np.corrcoef(shared, rowvar=False)[upper].min() > 0.99
    assert np.abs(np.corrcoef(apart, rowvar=False)[upper]).max() < 0.2


def test_mixed_tables_hold_several_families():
    rng = np.random.default_rng(3)
    values = algebraic(600, 60, rng, family="mixed").values
    largest = np.abs(values).max(axis=0)
    assert (largest < 4).any()  # logarithms
    assert (largest > 500).any()  # polynomials
    assert ((largest > 5) & (largest <= 50)).any()  # sines


def test_the_family_is_drawn_when_not_given():
    names = {draw(seed).name for seed in range(20)}
    assert names == {"algebraic-polynomial", "algebraic-sine", "algebraic-logarithm"}


def test_an_unknown_family_is_refused():
    with pytest.raises(UnknownNameError, match="did you mean 'sine'"):
        draw(family="sin")
