import numpy as np

from benchmarks.reality.quiet.dependent_rows import (
    long_series,
    patients_in_order,
    patients_shuffled,
    two_clinics,
    weeks_of_sensors,
)


def test_nobody_is_in_both_clinics():
    case = two_clinics(np.random.default_rng(0))
    ids = case.options["groups"]
    assert not {*case.reference[ids]} & {*case.query[ids]}
    assert case.query[ids].is_monotonic_increasing


def test_ids_are_given_only_where_rows_are_shuffled():
    rng = np.random.default_rng(0)
    assert "patient_id" not in patients_in_order(rng).query
    assert not patients_shuffled(rng).query["patient_id"].is_monotonic_increasing


def test_the_query_follows_the_reference_in_whole_days():
    case = weeks_of_sensors(np.random.default_rng(0))
    assert case.query["ts"].min() > case.reference["ts"].max()
    for table in (case.reference, case.query):
        assert table["ts"].dt.date.value_counts().nunique() == 1


def test_a_long_series_holds_many_independent_rows():
    for seed in range(10):
        case = long_series(np.random.default_rng(seed))
        for table in (case.reference, case.query):
            rho = table["m01"].rank().autocorr()
            assert len(table) * (1 - rho) / (1 + rho) > 80
