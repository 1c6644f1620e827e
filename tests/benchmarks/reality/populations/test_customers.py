import numpy as np

from benchmarks.reality.populations.customers import LEVELS, NUMBERS, customers, with_signup


def test_the_columns_that_faults_need_are_always_there():
    for seed in range(5):
        table = customers(np.random.default_rng(seed), 300)
        assert {*NUMBERS, *LEVELS} <= {*table}
        assert (table[[*NUMBERS]] > 0).all(axis=None)


def test_other_columns_come_and_go():
    widths = {customers(np.random.default_rng(seed), 50).shape[1] for seed in range(20)}
    assert len(widths) > 3


def test_every_region_has_about_a_tenth_of_the_rows():
    shares = customers(np.random.default_rng(0), 5000)["region"].value_counts(normalize=True)
    assert len(shares) == 10
    assert shares.iloc[:5].between(0.07, 0.2).all()


def test_signup_is_a_date():
    assert with_signup(np.random.default_rng(0), 20)["signup"].dtype.kind == "M"
