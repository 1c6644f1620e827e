"""What is asked of all four conditional tests."""

import numpy as np
import pytest

from featureshift.methods.baselines.deep_sm import DeepSM
from featureshift.methods.baselines.knn_ks import KNNKS
from featureshift.methods.baselines.mb_ks import MBKS
from featureshift.methods.baselines.mb_sm import MBSM
from featureshift.methods.checks import check_localizer

CLOSED = [MBSM(), MBKS(), KNNKS(max_points=200)]
ALL = [*CLOSED, DeepSM(steps=60, max_points=200)]


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
    assert "95% quantile" in {note.code: note.message for note in result.notes}["decision-rule"]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("cls", [MBSM, MBKS, KNNKS, DeepSM])
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
