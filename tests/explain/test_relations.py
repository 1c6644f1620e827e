import numpy as np
import pytest

from featureshift.explain.relations import alone, change, correlations, crossed, relate

from .building import case_of, table


@pytest.mark.parametrize("share", [None, 0.5, 0.05])
def test_changes_are_standard_normal_without_any_shift(share):
    """Also for binary columns, common and rare, where Fisher's z is not."""
    rng = np.random.default_rng(3)
    z = []
    for _ in range(60):
        sides = []
        for _ in range(2):
            hidden = rng.normal(size=(1500, 1))
            values = hidden + rng.normal(size=(1500, 8))
            if share is not None:
                values = (values > np.quantile(values, 1 - share)).astype(float)
            sides.append(correlations(values[:, 0], values[:, 1:]))
        z.append(change(*sides))
    z = np.concatenate(z)
    assert 0.8 < z.std() < 1.15
    assert (np.abs(z) > 3).mean() < 0.02


def test_missing_cells_are_left_out_pair_by_pair(rng):
    x = rng.normal(size=500)
    other = np.column_stack([x, x])
    other[:250, 1] = np.nan
    found = correlations(np.where(np.arange(500) % 2, np.nan, x), other)
    np.testing.assert_allclose(found.r, 1)


def test_too_few_rows_say_nothing():
    found = correlations(np.arange(10.0), np.arange(10.0)[:, None])
    assert found.r[0] == 0
    assert np.isinf(found.variance[0])


def test_crossed_is_all_pairs(rng):
    a, b = rng.normal(size=(100, 2)), rng.normal(size=(100, 3))
    expected = np.corrcoef(a.T, b.T)[:2, 2:].ravel()
    np.testing.assert_allclose(crossed(a, b).r, expected)


def test_relation_of_numbers_and_of_texts(rng):
    reference, query = table(rng), table(rng)
    query["x"] = rng.permutation(query["x"])
    case = case_of(reference, query, "x")
    found = {relation.partner: relation for relation in case.relations}
    assert found["a"].measure == "correlation"
    assert found["a"].reference > 0.8 > 0.1 > abs(found["a"].query)
    assert found["text"].measure == "association"
    assert found["text"].z > 10
    assert found["lonely"].z < 4
    assert case.relations[0].z == max(relation.z for relation in case.relations)
    assert relate(case.column, case.column).reference == pytest.approx(1)


def test_the_largest_of_many():
    assert alone(3.0, 1) == 3.0
    assert alone(1.0, 100) == 0.0
