"""Contrasts are calibrated where nothing is shifted, and speak up where something is."""

import numpy as np
import pytest
from scipy import stats

from featureshift.engines import parallel as cores
from featureshift.methods.graphnet.margins import cheapest_order, panels
from featureshift.methods.graphnet.margins import contrasts as module
from featureshift.methods.graphnet.margins.contrasts import CHANNELS, contrasts

NAMES = [channel.name for channel in CHANNELS]
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
    return contrast.values[:, NAMES.index(name)]


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


@pytest.mark.parametrize("n_features", [3, 200], ids=["computed", "looked-up"])
def test_normal_scores_are_those_of_mid_ranks(rng, n_features):
    reference, query = np.round(rng.normal(size=(2, 60, n_features)), 1).astype(np.float32)
    reference[5:, 1] = np.where(n_features == 3, np.nan, reference[5:, 1])
    scores = contrasts(reference, query).scores
    for j in range(3):
        pooled = np.concatenate([reference, query])[:, j]
        present = ~np.isnan(pooled)
        ranks = (stats.rankdata(pooled[present]) - 0.5) / present.sum()
        assert np.allclose(scores[j, present], stats.norm.ppf(ranks), atol=1e-5)
        assert (scores[j, ~present] == 0).all()


def all_kinds(rng, n_rows):
    """Levels, binary with and without missing cells, constant, empty, continuous, heavy ties."""
    table = rng.normal(size=(n_rows, 12))
    table[:, 0] = np.round(table[:, 0])
    table[:, 1:4] = table[:, 1:4] > [[0, 1, 2.5]]
    table[rng.random(n_rows) < 0.2, 3] = np.nan
    table[:, 4] = 0.1
    table[:, 5] = np.nan
    table[rng.random(n_rows) < 0.2, 6] = np.nan
    table[rng.random(n_rows) < 0.8, 7] = 0
    table[:, 8] = np.round(np.exp(2 * table[:, 8]))
    table[:, 9] = np.where(table[:, 9] > 0, 1000.25, -0.0)
    return table.astype(np.float32)


@pytest.fixture(params=[(700, 400), (30, 20), (3, 1)], ids=str)
def two_tables(rng, request):
    return tuple(all_kinds(rng, n_rows) for n_rows in request.param)


@pytest.mark.parametrize("fewest_cells", [0, 1 << 30], ids=["cheapest", "sorted"])
@pytest.mark.parametrize("cells_per_group", [0, 1 << 30], ids=["of-groups", "of-cells"])
def test_all_ways_agree(two_tables, monkeypatch, fewest_cells, cells_per_group):
    found = contrasts(*two_tables)
    monkeypatch.setattr(cheapest_order, "FEWEST_CELLS", fewest_cells)
    monkeypatch.setattr(module, "CELLS_PER_GROUP", cells_per_group)
    other = contrasts(*two_tables)
    assert np.allclose(other.values, found.values, atol=1e-5)
    assert np.array_equal(other.scores, found.scores)


@pytest.mark.parametrize("panel_cells", [1, 2500])
@pytest.mark.parametrize("n_cores", [1, 4])
def test_neither_panels_nor_threads_can_be_seen(two_tables, monkeypatch, panel_cells, n_cores):
    monkeypatch.setattr(cheapest_order, "FEWEST_CELLS", 0)
    found = contrasts(*two_tables)
    monkeypatch.setattr(panels, "PANEL_CELLS", panel_cells)
    monkeypatch.setattr(cores, "cores", lambda: n_cores)
    other = contrasts(*two_tables)
    assert np.allclose(other.values, found.values, atol=1e-5)
    assert np.array_equal(other.scores, found.scores)
