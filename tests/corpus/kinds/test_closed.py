"""Columns that add up."""

import numpy as np
import pytest

from featureshift.corpus.copula import related_normals
from featureshift.corpus.kinds.closed import SYSTEMS, closed, level_chances

SUMS = {"one-hot": 1, "dirichlet": 1, "log-ratio": 1, "classifier": 1, "ranks": 21, "centered": 0}


def system(name, seed, size=6):
    rng = np.random.default_rng(seed)
    return SYSTEMS[name](related_normals(500, size, rng), rng)


@pytest.mark.parametrize("name", SUMS)
def test_every_row_adds_up_to_the_same(name):
    for seed in range(10):
        sums = system(name, seed).values.sum(axis=1, dtype=np.float64)
        np.testing.assert_allclose(sums, SUMS[name], atol=0.03)  # shares may be rounded


def test_sums_are_those_of_other_columns_and_are_told():
    for seed in range(20):
        table = system("totals", seed, size=8)
        parts, sums = table.values[:, ~table.derived], table.values[:, table.derived]
        assert sums.shape[1] in (1, 3)
        np.testing.assert_allclose(sums[:, 0], parts.sum(axis=1), rtol=1e-4, atol=1e-4)
        if sums.shape[1] == 3:
            np.testing.assert_allclose(sums[:, 0], sums[:, 1] + sums[:, 2], rtol=1e-4, atol=1e-4)


def test_codes_are_zeros_and_a_one():
    values = system("one-hot", 0).values
    assert set(np.unique(values)) == {0, 1}
    assert (values.sum(axis=0) > 0).sum() > 2


def test_tables_are_closed_alone_or_beside_unrelated_columns():
    def ranks_lost(seed):
        values = closed(600, 12, np.random.default_rng(seed)).values.astype(np.float64)
        values = values[:, values.std(axis=0) > 0]
        values = (values - values.mean(axis=0)) / values.std(axis=0)
        spectrum = np.linalg.eigvalsh(values.T @ values / len(values))
        return values.shape[1], (spectrum < 1e-6).sum()

    found = [ranks_lost(seed) for seed in range(60)]
    widths, lost = np.array(found).T
    assert np.mean(lost > 0) > 0.5  # rounded shares and ranks of ties keep a little
    assert (widths == 12).mean() > 0.4
    assert min(widths) < 6


@pytest.mark.parametrize("size", [2, 50, 1000])
def test_chances_of_levels_are_even_or_not(size):
    drawn = [level_chances(size, np.random.default_rng(seed)) for seed in range(30)]
    assert all(chances.sum() == pytest.approx(1) for chances in drawn)
    highest = [chances.max() * size for chances in drawn]
    assert min(highest) == pytest.approx(1)
    assert max(highest) > 1.3
