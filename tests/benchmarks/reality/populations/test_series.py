import numpy as np

from benchmarks.reality.populations.series import TIME, autoregressive, process, sensors


def test_a_series_remembers_and_stays_in_its_place():
    values = autoregressive(np.random.default_rng(0), 50_000, 6, memory=0.9)
    lagged = [np.corrcoef(column[:-1], column[1:])[0, 1] for column in values.T]
    assert min(lagged) > 0.5
    assert max(lagged) < 0.92
    assert np.ptp(lagged) < 0.05
    assert np.abs(values.std(axis=0) - 1).max() < 0.15


def test_unrelated_columns_remember_each_in_its_own_way():
    values = autoregressive(np.random.default_rng(0), 20_000, 5, memory=0.9, related=False)
    lagged = [np.corrcoef(column[:-1], column[1:])[0, 1] for column in values.T]
    assert np.ptp(lagged) > 0.1
    assert np.abs(np.corrcoef(values.T) - np.eye(5)).max() < 0.15


def test_a_process_has_a_state():
    assert {*process(np.random.default_rng(0), 2000, 0.8)["state"]} == {"high", "normal"}


def test_sensors_are_read_at_even_steps_for_whole_days():
    table = sensors(np.random.default_rng(0), days=10, per_day=48)
    steps = table[TIME].diff().dropna()
    assert steps.nunique() == 1
    assert table[TIME].dt.date.value_counts().eq(48).all()


def test_sensors_have_a_course_over_the_day():
    table = sensors(np.random.default_rng(1), days=60, per_day=24)
    course = table.groupby(table[TIME].dt.hour)["m01"].mean()
    assert course.std() > 0.2 * table["m01"].std()
