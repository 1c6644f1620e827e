"""The shared parts, and what is asked of all four conditional tests."""

import numpy as np
import pytest
import torch

from featureshift.errors import OptionError, TableError
from featureshift.localizers import check_localizer
from featureshift.localizers.conditional import (
    check_positive,
    check_width,
    sampled_note,
    standardized,
)
from featureshift.localizers.deep_score import DeepSM
from featureshift.localizers.gaussian import MBKS, MBSM
from featureshift.localizers.knn_ks import KNNKS
from featureshift.tables import align

CLOSED = [MBSM(), MBKS(), KNNKS(max_points=200)]
ALL = [*CLOSED, DeepSM(steps=120, max_points=300)]


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def names(localizers):
    return [localizer.info.name for localizer in localizers]


def correlated(rng, n=1500, d=10):
    return (rng.normal(size=(n, 1)) + rng.normal(size=(n, d)) for _ in range(2))


@pytest.mark.parametrize("localizer", ALL, ids=names(ALL))
def test_contract(localizer, rng):
    check_localizer(localizer, rng)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("localizer", ALL, ids=names(ALL))
def test_shuffled_column_has_the_highest_score(localizer, seed):
    rng = np.random.default_rng(seed)
    reference, query = correlated(rng)
    query[:, 4] = rng.permutation(query[:, 4])
    result = localizer.localize(reference, query, seed=seed)
    assert result.scores.argmax() == 4
    assert result.shifted[4]


@pytest.mark.parametrize("localizer", ALL, ids=names(ALL))
def test_marginal_shift_has_the_highest_score(localizer, rng):
    reference, query = correlated(rng, n=600, d=6)
    query[:, 2] = query[:, 2] * 1.5 + 1
    told = localizer.localize(reference, query, n_shifted=1)
    assert told.shifted_features == ("x2",)
    assert told.threshold is None
    assert localizer.localize(reference, query).shifted[2]


@pytest.mark.parametrize("localizer", CLOSED, ids=names(CLOSED))
def test_mostly_nothing_is_flagged_where_nothing_is_shifted(localizer):
    alarms = 0
    for seed in range(10):
        result = localizer.localize(*correlated(np.random.default_rng(seed), n=300), seed=seed)
        alarms += result.shifted.any()
    assert alarms <= 2


@pytest.mark.parametrize("localizer", ALL, ids=names(ALL))
def test_wide_collinear_and_lone_columns_survive(localizer, rng):
    reference, query = correlated(rng, n=60, d=100)
    reference[:, 50:], query[:, 50:] = reference[:, :50], 2 * query[:, :50]
    reference[:, 7] = 0.0
    assert np.isfinite(localizer.localize(reference, query).scores).all()
    assert np.isfinite(localizer.localize(reference[:, :1], query[:, :1]).scores).all()
    assert np.isfinite(localizer.localize(reference[:1], query[:2]).scores).all()


@pytest.mark.parametrize("localizer", ALL, ids=names(ALL))
def test_all_constant_and_all_equal_tables_are_quiet(localizer):
    ones = np.ones((20, 2))
    ones[3, 1] = np.nan
    result = localizer.localize(ones, ones)
    assert result.scores.tolist() == [0.0, 0.0]
    assert not result.shifted.any()


@pytest.mark.parametrize("localizer", ALL, ids=names(ALL))
def test_result_says_what_decides_and_progress_is_told(localizer, rng):
    shares = []
    result = localizer.localize(*correlated(rng, n=80, d=3), progress=shares.append)
    assert "95% quantile" in {note.code: note.message for note in result.notes}["own-cut"]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("cls", [MBKS, KNNKS, DeepSM])
def test_time_limit_stops_with_a_note(cls, rng):
    result = cls(time_limit=1e-9).localize(*correlated(rng, n=80, d=3))
    codes = {note.code: note.message for note in result.notes}
    assert "stopped" in codes["time-limit"]
    assert not result.shifted.any()


@pytest.mark.parametrize("localizer", ALL, ids=names(ALL))
def test_info(localizer):
    info = localizer.info
    assert "Kulinski" in info.paper
    assert info.finds_joint_shifts
    assert info.needs_n_shifted
    assert info.slow == (info.name != "mb-sm")


def test_standardized_columns(rng):
    reference, query = rng.normal(3, 5, (40, 3)), rng.normal(3, 5, (60, 3))
    reference[:, 1] = query[:, 1] = 2.0
    data = standardized(align(reference, query))
    np.testing.assert_allclose(data.rows.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(data.rows.std(axis=0), 1)
    assert data.active.tolist() == [0, 2]
    assert data.spread(np.array([1.0, 2.0])).tolist() == [1, 0, 2]
    assert data.is_query.sum() == 60


def test_options_and_widths_out_of_range_are_refused():
    with pytest.raises(OptionError, match="max_points is not positive"):
        check_positive(max_points=0)
    check_positive(time_limit=None)
    with pytest.raises(TableError, match="too wide"):
        check_width(11, 10)


def test_only_a_real_choice_of_rows_is_noted():
    assert sampled_note("rows", 5, 5) == ()
    assert "5 of 9" in str(sampled_note("rows", 5, 9)[0])
