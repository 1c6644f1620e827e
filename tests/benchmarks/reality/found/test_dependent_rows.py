import numpy as np
import pytest

from benchmarks.reality.found import dependent_rows


@pytest.mark.parametrize("name", ["patients_off", "series_off", "sensor_off"])
def test_off_means_by_more_than_two_standard_deviations(name):
    case = getattr(dependent_rows, name)(np.random.default_rng(0))
    (column,) = case.shifted
    moved = (case.query[column] - case.untouched[column]) / case.untouched[column].std()
    assert moved.abs().min() >= 2.4
    assert np.ptp(moved) < 1e-6


def test_duplicates_share_the_fault():
    case = dependent_rows.among_duplicates(np.random.default_rng(0))
    assert 0.01 < case.query.duplicated().mean() < 0.1


def test_patients_keep_their_number_and_lose_their_measurement():
    case = dependent_rows.patients_mixed_up(np.random.default_rng(0))
    (column,) = case.shifted
    ids = case.query["patient_id"]
    before, after = (
        table[column].rank().groupby(ids).transform("mean").std()
        for table in (case.untouched, case.query)
    )
    assert after < before
