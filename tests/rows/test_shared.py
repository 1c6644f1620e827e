"""Rows that stand in both tables."""

import pytest

import featureshift as fs
from featureshift.engines.reading import read_pair
from featureshift.rows.agreement import SCREENED, telling_columns
from featureshift.rows.facts import look_at_rows
from featureshift.rows.shared import shared_rows


def shares(reference, query):
    pair = read_pair(reference, query)
    samples = [side.sample for side in pair.sides]
    return shared_rows(*samples, telling_columns(samples, pair.features)).shares


@pytest.fixture
def rows(rng):
    return rng.normal(size=(1500, 3)) @ rng.normal(size=(3, 10)) + rng.normal(size=(1500, 10))


def test_tables_of_other_rows_share_none(rows):
    assert shares(rows[:700], rows[700:]) == (0, 0)


@pytest.mark.parametrize("changed", [0, 1, 3])
def test_rows_of_both_are_found_though_some_columns_changed(rows, changed):
    query = rows[500:].copy()
    query[:, :changed] += 1
    assert shares(rows[:1000], query) == pytest.approx((0.5, 0.5), abs=0.01)


def test_a_table_that_grew(rows):
    assert shares(rows[:1000], rows) == pytest.approx((1, 2 / 3), abs=0.01)


def test_in_long_tables_too(rng):
    rows = rng.normal(size=(8 * SCREENED, 6))
    cut = 4 * SCREENED
    overlapping = shares(rows[: cut + 400], rows[cut - 400 :])
    assert overlapping[0] == pytest.approx(800 / (cut + 400), abs=0.01)
    assert shares(rows[:cut], rows[cut:]) == (0, 0)


def test_rows_that_tell_little_are_shared_by_nature(rng):
    reference, query = rng.integers(0, 3, (2, 1000, 8))
    assert shares(reference, query) == (0, 0)


def test_it_is_told(rows):
    facts = look_at_rows(read_pair(rows[:1000], rows[500:]))[1]
    assert (facts.shared_reference, facts.shared_query) == pytest.approx((0.5, 0.5), abs=0.01)
    (note,) = facts.notes
    assert note.code == "shared-rows"
    assert "50.0% of the reference, 50.0% of the query" in note.message
    assert not facts.faults


@pytest.mark.parametrize("common", [100, 400, 700])
def test_a_column_that_lost_its_relations_is_found_among_shared_rows(rows, rng, common):
    reference, query = rows[: 750 + common // 2], rows[750 - common // 2 :].copy()
    assert not fs.localize(reference, query).shifted.any()
    query[:, 4] = rng.permutation(query[:, 4])
    assert fs.localize(reference, query).shifted_features == ("x4",)
