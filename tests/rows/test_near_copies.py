"""Rows that agree in most columns by more than chance."""

import numpy as np
import pytest

from featureshift.engines.reading import read_pair
from featureshift.rows.agreement import SCREENED, telling_columns
from featureshift.rows.near_copies import near_copies


def found_in(rows):
    pair = read_pair(rows, rows[:10], sample_rows=lambda _: len(rows))
    sample = pair.reference.sample
    return near_copies(sample, telling_columns([sample], pair.features)).mean()


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


def test_near_copies_in_a_table_with_many_common_values(rng):
    """Zeros and flags are shared by strangers; what tells rows apart are the measurements."""
    flags = rng.integers(0, 2, (1000, 30)).astype(float)
    rows = np.concatenate([rng.normal(size=(1000, 6)), flags], axis=1)
    assert found_in(rows) == 0
    again = rows[:300].copy()
    again[:, 2] += 1
    assert found_in(np.concatenate([rows, again])) == pytest.approx(300 / 1300, abs=0.02)


def test_alike_binary_rows_are_strangers(rng):
    kinds = rng.random((5, 60)) < 0.1
    rows = kinds[rng.integers(0, 5, 1500)] ^ (rng.random((1500, 60)) < 0.05)
    assert found_in(rows.astype(float)) == 0


def test_few_columns_or_rows_are_not_looked_at(rng):
    assert found_in(np.repeat(rng.normal(size=(50, 8)), 2, axis=0)) == 0
    assert found_in(np.repeat(rng.normal(size=(500, 3)), 2, axis=0)) == 0


def test_versions_of_a_row_are_one_family(rng):
    """Two versions agree in five of nine columns, each in seven with the row they come from."""
    rows = rng.normal(size=(400, 9))
    versions = [rows]
    for k in range(4):
        version = rows.copy()
        version[:, 2 * k : 2 * k + 2] += 1
        versions.append(version)
    assert found_in(np.concatenate(versions)) == pytest.approx(4 / 5)


def test_the_row_that_the_others_were_made_of_is_kept(rng):
    rows = rng.normal(size=(400, 9))
    versions = [rows, *(rows + np.eye(9)[k] for k in range(4))]
    table = np.concatenate(versions)
    sample = read_pair(table, table[:10], sample_rows=lambda _: len(table)).reference.sample
    names = [f"x{j}" for j in range(9)]
    kept = np.flatnonzero(~near_copies(sample, telling_columns([sample], names)))
    assert sorted(sample.positions[kept]) == list(range(400))
