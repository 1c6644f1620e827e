import numpy as np
import pytest

from featureshift.methods.fslnet.maps.column_ring import ring_panels
from featureshift.methods.fslnet.maps.neighbor_prediction import (
    PREDICTIONS,
    NeighborPrediction,
    Products,
    seen_by,
)


def predicted(table, fitted):
    parts = [
        fitted(seen_by(table, panel), table[:, panel.core], number)
        for number, panel in enumerate(ring_panels(table.shape[1]))
    ]
    return np.concatenate([part.residuals for part in parts], axis=2)


def related(rng, n, d):
    z = rng.normal(size=(n, 3)) @ rng.normal(size=(3, d)) + 0.1 * rng.normal(size=(n, d))
    return ((z - z.mean(axis=0)) / z.std(axis=0)).astype(np.float32)


def test_coefficients_are_the_ridge_regression_on_the_others(rng):
    z = related(rng, 200, 6)
    fitted = NeighborPrediction.fit(Products.start(6).update(z), 6)
    others = np.delete(z, 2, axis=1).astype(np.float64)
    # One penalty for all that are in the group, the predicted column counted.
    penalty = 1e-3 + 0.5 * 6 / 200
    gram = others.T @ others / 200 + penalty * np.eye(5)
    expected = np.linalg.solve(gram, others.T @ z[:, 2] / 200)
    found = np.delete(fitted.panels[0].coefficients[0, :, 2], 2)
    np.testing.assert_allclose(found, expected, atol=1e-4)
    assert (np.einsum("gii->gi", fitted.panels[0].coefficients) == 0).all()


@pytest.mark.parametrize("d", [2, 20, 200])
def test_residuals_have_deviation_1_and_partitions_merge(d, rng):
    z = related(rng, 300, d)
    whole = Products.start(d).update(z)
    halves = Products.start(d).update(z[:100]).merge(Products.start(d).update(z[100:]))
    residuals = predicted(z, NeighborPrediction.fit(halves, d))
    assert residuals.shape == (len(PREDICTIONS), 300, d)
    # With two columns, one of the groups of every second one holds the column alone.
    np.testing.assert_allclose((residuals[0] ** 2).mean(axis=0), 1, atol=0.05)
    np.testing.assert_allclose(residuals, predicted(z, NeighborPrediction.fit(whole, d)), atol=1e-3)


def test_a_single_column_is_predicted_by_nothing(rng):
    z = rng.normal(size=(50, 1)).astype(np.float32)
    fitted = NeighborPrediction.fit(Products.start(1).update(z), 1)
    assert (fitted.panels[0].coefficients == 0).all()
    assert np.isfinite(predicted(z, fitted)).all()
