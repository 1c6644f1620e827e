"""Contrasts are calibrated where nothing is shifted, and speak up where something is."""

import numpy as np
import pytest
from scipy import stats

from featureshift.descriptors.contrasts import contrasts, normal_scores
from featureshift.descriptors.pooled_order import pooled_order

SCORES = (
    "chi_square_cells",
    "cell_03",
    "value_mean",
    "value_variance",
    "rank_mean",
    "rank_variance",
)
NORMAL_SPREAD = 0.59
"""Standard deviation of the signed log of a standard normal variable."""


def column(contrast, name):
    return contrast.values[:, contrast.names.index(name)]


def many(rng, n_reference, n_query, draw, d=400):
    return contrasts(
        draw(rng, (n_reference, d)).astype(np.float32), draw(rng, (n_query, d)).astype(np.float32)
    )


def heavy(rng, shape):
    return rng.standard_t(6, size=shape)


def rounded(rng, shape):
    return np.round(3 * rng.normal(size=shape))


@pytest.mark.parametrize("draw", [heavy, rounded], ids=["continuous", "discrete"])
@pytest.mark.parametrize("sizes", [(200, 200), (1500, 300)])
def test_scores_are_standard_normal_where_nothing_is_shifted(rng, draw, sizes):
    found = many(rng, *sizes, draw)
    for name in SCORES:
        assert abs(column(found, name).mean()) < 0.15, name
        assert abs(column(found, name).std() - NORMAL_SPREAD) < 0.12, name


def test_new_and_gone_values_are_calibrated(rng):
    found = many(rng, 900, 300, lambda rng, shape: rng.poisson(40, size=shape))
    for name in ("new_values", "gone_values"):
        assert abs(column(found, name).mean()) < 0.15
        assert abs(column(found, name).std() - NORMAL_SPREAD) < 0.2


def test_ks_effect_is_the_largest_gap(rng):
    reference, query = rng.normal(size=(3000, 1)), rng.normal(0.4, 1, size=(2500, 1))
    found = contrasts(reference.astype(np.float32), query.astype(np.float32))
    exact = stats.ks_2samp(reference[:, 0], query[:, 0]).statistic
    assert float(column(found, "ks_effect")[0]) == pytest.approx(exact, abs=0.02)


SHIFTS = {
    "value_mean": lambda x, _: x + 0.3,
    "rank_variance": lambda x, _: 1.4 * x,
    "new_values": lambda x, _: x + np.float32(0.01),
    "largest_value_change": lambda x, rng: np.where(rng.random(x.shape) < 0.1, 1, x),
    "ks": lambda x, _: x + 0.5,
    "missing": lambda x, rng: np.where(rng.random(x.shape) < 0.05, np.nan, x),
}


@pytest.mark.parametrize("name", SHIFTS)
def test_each_contrast_sees_its_shift(rng, name):
    reference, query = (np.round(rng.normal(size=(1000, 6)) * 20) / 20 for _ in range(2))
    query[:, 4] = SHIFTS[name](query[:, 4], rng)
    found = column(contrasts(reference.astype(np.float32), query.astype(np.float32)), name)
    assert np.abs(found).argmax() == 4
    assert abs(found[4]) > 1.5


def test_empty_constant_and_one_row_columns_are_finite(rng):
    reference, query = rng.normal(size=(50, 4)), rng.normal(size=(1, 4))
    reference[:, 0] = query[:, 0] = 3
    reference[:, 1] = np.nan
    query[:, 2] = np.nan
    found = contrasts(reference.astype(np.float32), query.astype(np.float32))
    assert np.isfinite(found.values).all()
    assert np.isfinite(found.scores).all()


def test_normal_scores_are_those_of_mid_ranks(rng):
    reference, query = np.round(rng.normal(size=(2, 60, 3)), 1).astype(np.float32)
    reference[5, 1] = np.nan
    scores = normal_scores(pooled_order(reference, query))
    for j in range(3):
        pooled = np.concatenate([reference, query])[:, j]
        present = ~np.isnan(pooled)
        ranks = (stats.rankdata(pooled[present]) - 0.5) / present.sum()
        assert np.allclose(scores[j, present], stats.norm.ppf(ranks), atol=1e-5)
        assert (scores[j, ~present] == 0).all()
