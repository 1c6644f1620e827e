import numpy as np

from benchmarks.reality.populations.repeated import GROUP, day_batches, devices, patients


def share_between(values, groups):
    """Of the variance."""
    return values.groupby(groups).transform("mean").var() / values.var()


def test_rows_of_a_patient_are_alike():
    sizes = np.full(200, 10)
    table = patients(np.random.default_rng(0), sizes)
    assert table[GROUP].value_counts().eq(10).all()
    assert table.groupby(GROUP)[["age", "sex", "clinic"]].nunique().eq(1).all(axis=None)
    assert min(share_between(table[name], table[GROUP]) for name in table if name[0] == "m") > 0.25


def test_days_have_an_effect():
    table = day_batches(np.random.default_rng(0), days=60, per_day=50)
    day = np.arange(len(table)) // 50
    by_chance = 1 / 50
    measured = table.drop(columns="line")
    assert np.median([share_between(measured[name], day) for name in measured]) > 2 * by_chance


def test_ten_devices_share_the_rows():
    shares = devices(np.random.default_rng(0), 5000)["device"].value_counts(normalize=True)
    assert len(shares) == 10
    assert shares.between(0.07, 0.13).all()
