"""Rows that agree in most columns by more than chance."""

import numpy as np
import pytest

from featureshift.engines.reading import read_pair
from featureshift.rows.near_copies import SCREENED, near_copies


def found_in(rows):
    pair = read_pair(rows, rows[:10], sample_rows=lambda _: len(rows))
    return near_copies(pair.reference.sample, pair.features).mean()


def test_measurements_have_none(rng):
    assert found_in(rng.normal(size=(1000, 8))) == 0


@pytest.mark.parametrize("changed", [1, 2])
def test_rows_with_some_changed_columns(rng, changed):
    rows = rng.normal(size=(1000, 12))
    again = rows[:300].copy()
    again[:, :changed] += 1
    assert found_in(np.concatenate([rows, again])) == pytest.approx(300 / 1300, abs=0.02)


def test_in_a_long_table_too(rng):
    rows = rng.normal(size=(4 * SCREENED, 8))
    again = rows[: 2 * SCREENED].copy()
    again[:, 3] += 1
    assert found_in(np.concatenate([rows, again])) == pytest.approx(1 / 3, abs=0.02)


def test_rows_that_agree_in_half_of_the_columns_are_others(rng):
    rows = rng.normal(size=(1000, 12))
    again = rows.copy()
    again[:, :6] += 1
    assert found_in(np.concatenate([rows, again])) == 0


@pytest.mark.parametrize("levels", [2, 5, 20])
def test_categories_agree_naturally(rng, levels):
    assert found_in(rng.integers(0, levels, (3000, 10)).astype(float)) == 0


def test_mostly_empty_columns_agree_naturally(rng):
    rows = rng.normal(size=(2000, 40)) * (rng.random((2000, 40)) < 0.02)
    assert found_in(rows) == 0


def test_few_columns_or_rows_are_not_looked_at(rng):
    assert found_in(np.repeat(rng.normal(size=(50, 8)), 2, axis=0)) == 0
    assert found_in(np.repeat(rng.normal(size=(500, 3)), 2, axis=0)) == 0
