import numpy as np
import pytest

from benchmarks.reality.populations.categories import coded, few_categories, many_levels, zipf


def test_shares_fall_and_add_up():
    shares = zipf(np.random.default_rng(0), 50)
    assert shares.sum() == pytest.approx(1)
    assert (np.diff(shares) < 0).all()


def test_equal_rows_are_natural_among_few_categories():
    table = few_categories(np.random.default_rng(0), 2000)
    assert table.duplicated().mean() > 0.3
    assert table.nunique().between(2, 8).all()


def test_many_levels_are_fifty_at_least_before_rows_are_drawn():
    table = many_levels(np.random.default_rng(0), 5000)
    assert table["code1"].nunique() > 45
    assert table["code1"].map(type).eq(str).all()


def test_codes_are_numbers():
    table = coded(np.random.default_rng(0), 500)
    assert table[["product", "branch"]].dtypes.map(lambda dtype: dtype.kind).eq("i").all()
    assert table["product"].max() == 7
