import numpy as np
import pandas as pd
import pytest
from scipy.stats import ks_2samp

from benchmarks.reality.ks_bonferroni import KSBonferroni, p_values_of
from featureshift import check_localizer


def test_it_is_a_localizer():
    check_localizer(KSBonferroni(), np.random.default_rng(0))


def test_the_p_value_of_numbers_is_that_of_scipy():
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=(2, 50)).astype(np.float32)
    (found,) = p_values_of(one, other, categorical=False)
    assert found == ks_2samp(one, other).pvalue


def test_missing_cells_are_a_test_of_their_own():
    one = np.arange(100, dtype=np.float32)
    other = np.where(np.arange(100) % 2, np.nan, one).astype(np.float32)
    missing, values = p_values_of(one, other, categorical=False)
    assert missing < 1e-10
    assert values > 0.5


def test_categories_have_no_order():
    one = np.repeat(np.float32([0, 1, 2]), 100)
    other = np.repeat(np.float32([0, 1, 2]), [20, 260, 20])
    (found,) = p_values_of(one, other, categorical=True)
    assert found == pytest.approx(p_values_of(2 - one, (2 - other) % 3, categorical=True)[0])
    assert found < 1e-10
    assert p_values_of(one[:100], other[:20], categorical=True) == [1.0]


def test_an_empty_column_has_no_values_to_compare():
    empty = np.full(30, np.nan, np.float32)
    assert len(p_values_of(empty, empty, categorical=False)) == 1


def test_false_alarms_are_as_rare_as_the_level_says():
    rng = np.random.default_rng(1)
    alarms = sum(
        len(KSBonferroni(level=0.2).localize(*rng.normal(size=(2, 80, 3))).shifted_features) > 0
        for _ in range(60)
    )
    assert 2 <= alarms <= 20


def test_finds_what_margins_show():
    rng = np.random.default_rng(2)
    table = pd.DataFrame({"x": rng.normal(size=600), "c": rng.choice(["a", "b"], 600)})
    query = table[300:].assign(c="a")
    assert KSBonferroni().localize(table[:300], query).shifted_features == ("c",)
