import numpy as np

from benchmarks.reality.populations.factors import all_related, latent, related, unrelated


def strongest(table):
    corr = np.abs(table.corr("spearman").to_numpy() - np.eye(table.shape[1]))
    return np.sort(corr, axis=1)


def test_columns_of_one_cause_are_related_and_others_are_not():
    values = latent(np.random.default_rng(0), 5000, 6, 2)
    corr = np.abs(np.corrcoef(values.T))
    same = np.arange(6)[:, None] % 2 == np.arange(6) % 2
    assert corr[same].min() > 0.4
    assert corr[~same].max() < 0.1
    assert np.abs(values.std(axis=0) - 1).max() < 0.1


def test_every_related_column_has_two_relatives():
    for seed in range(5):
        table = related(np.random.default_rng(seed), 2000, 9)
        assert strongest(table)[:, -2].min() > 0.4


def test_where_all_are_related_no_cut_is_without_relations():
    table = all_related(np.random.default_rng(0), 3000, 12)
    assert strongest(table)[:, -6].min() > 0.2


def test_unrelated_columns_are_that():
    assert strongest(unrelated(np.random.default_rng(0), 3000, 8)).max() < 0.1
