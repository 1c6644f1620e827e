import numpy as np
from scipy.stats import chi2_contingency
from sklearn.feature_selection import chi2

from featureshift.methods.baselines._shared.contingency import chi_square, source_tables


def test_chi_square_is_that_of_scipy_and_of_scikit_learn_over_all_categories(rng):
    column, labels = rng.integers(4, size=400), rng.random((3, 400)) < 0.3
    tables = source_tables(column, labels)
    ours = chi_square(tables)
    by_scipy = [chi2_contingency(table, correction=False).statistic for table in tables]
    np.testing.assert_allclose(ours, by_scipy)
    one_hot = np.eye(4)[column]
    np.testing.assert_allclose(ours, [chi2(one_hot, label)[0].sum() for label in labels])


def test_a_single_category_is_no_evidence():
    tables = source_tables(np.zeros(10), np.arange(10)[None] < 4)
    assert chi_square(tables).tolist() == [0.0]
