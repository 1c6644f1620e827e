"""Results that do not follow from their terms any more."""

import numpy as np
import pytest

from featureshift.simulate import Scene, normalize

from ..effects import apply


@pytest.fixture
def product(rng):
    """x, y and x y; the product is chosen."""
    x, y = rng.normal(size=(2, 2000))
    table = normalize(np.column_stack([x, y, x * y]))
    return Scene(table[:1000], table[1000:], np.array([2]), np.zeros(3, bool))


def explained(product, new):
    """Correlation of a column with the product of the two others."""
    x, y = (product.query - product.query.mean(axis=0))[:, :2].T
    return np.corrcoef(x * y, new[:, 0])[0, 1]


def test_a_result_resampled_is_no_product_in_part_or_at_all(product):
    assert explained(product, product.chosen_query) > 0.95
    left = [explained(product, apply("result-resampled", product, seed)) for seed in range(30)]
    assert np.mean(np.abs(left) < 0.15) > 0.3
    assert 0.3 < max(left) < 0.85


def test_its_margin_is_that_of_the_reference(product):
    new = apply("result-resampled", product)
    known = np.concatenate([product.chosen_reference, product.chosen_query])
    assert np.isin(new, known).all()


def test_a_result_in_another_unit_keeps_its_order(product):
    new, old = apply("result-factor", product)[:, 0], product.chosen_query[:, 0]
    assert np.corrcoef(new, old)[0, 1] == pytest.approx(1, abs=1e-4)
    assert new.std() < 0.97 * old.std()
