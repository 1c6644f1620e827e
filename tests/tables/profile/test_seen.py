"""The summary that a comparison finds in a profile is that which it would find in the table."""

import numpy as np
import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.engines.reading import summarize
from featureshift.tables import as_table
from featureshift.tables.kinds import Kind
from featureshift.tables.profile.seen import seen_in_profile
from featureshift.tables.summary import SummaryReader
from featureshift.tables.table import Selection

NAMES, KINDS = ("x", "code", "color"), (Kind.NUMERIC, Kind.CATEGORICAL, Kind.CATEGORICAL)


@pytest.fixture
def table(rng):
    rows = np.concatenate([np.arange(4000), np.full(200, 7)])
    columns = {
        "x": rng.normal(size=4000),
        "code": pa.array(rng.choice([1, 2, 30], 4000)).dictionary_encode(),
        "color": rng.choice(["red", "green", "blue"], 4000),
    }
    return pa.table(columns).take(rows)


@pytest.fixture
def profile(table, monkeypatch):
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)
    return fs.profile(table)


def reader(capacity=1000, chosen=(0, 1, 2), kinds=KINDS):
    selection = [Selection(j, kinds[j]) for j in chosen]
    return SummaryReader.of([NAMES[j] for j in chosen], selection, capacity)


def both(profile, table, how):
    return seen_in_profile(profile, how), summarize(as_table(table), how, lambda _: None)


def assert_same_scan(first, second):
    for name, value in vars(first).items():
        np.testing.assert_equal(value, getattr(second, name), err_msg=name)


@pytest.mark.parametrize("chosen", [(0, 1, 2), (2, 0, 1)])
@pytest.mark.parametrize("capacity", [1000, 999, 300, 10])
def test_with_the_columns_of_the_profile_it_is_the_same(profile, table, chosen, capacity):
    seen, wanted = both(profile, table, reader(capacity, chosen))
    assert seen.remarks == ()
    assert_same_scan(seen.summary.scan, wanted.scan)
    for name in ("capacity", "n_rows", "keys", "counts", "positions", "limit", "frequent"):
        found = getattr(seen.summary.sample, name)
        np.testing.assert_array_equal(found, getattr(wanted.sample, name), err_msg=name)
    rows = np.arange(len(wanted.sample))
    np.testing.assert_array_equal(seen.summary.sample.take(rows), wanted.sample.take(rows))


def test_with_fewer_columns_only_the_sample_is_another_one(profile, table):
    seen, wanted = both(profile, table, reader(chosen=(0, 2)))
    assert_same_scan(seen.summary.scan, wanted.scan)
    (remark,) = seen.remarks
    assert "1,001 of 4,200 rows, chosen with other columns" in remark
    sample = seen.summary.sample
    assert not sample.is_complete
    assert set(wanted.sample.frequent.tolist()) <= set(sample.frequent.tolist())
    chosen = sample.shuffled()
    assert (sample.keys[chosen] == wanted.sample.frequent[0]).mean() == pytest.approx(
        200 / 4200, abs=0.005
    )


def test_codes_are_read_as_numbers_where_the_other_table_has_numbers(profile, table):
    kinds = (Kind.NUMERIC, Kind.NUMERIC, Kind.CATEGORICAL)
    seen, wanted = both(profile, table, reader(kinds=kinds))
    assert (seen.summary.scan.low[1], seen.summary.scan.high[1]) == (1.0, 30.0)
    assert seen.summary.scan.present[1] == wanted.scan.present[1] == 4200
    assert set(seen.summary.sample.column(1).tolist()) == {1.0, 2.0, 30.0}
    assert list(seen.summary.scan.levels) == [2]


def test_few_contents_are_known_with_any_columns(profile, table):
    """Also after the profile forgot the order of the rows."""
    few = fs.profile(table.select(["code", "color"]))
    how = SummaryReader.of(["color"], [Selection(1, Kind.CATEGORICAL)], 1000)
    seen = seen_in_profile(few, how)
    wanted = summarize(as_table(table.select(["code", "color"])), how, lambda _: None)
    assert seen.remarks == ()
    for name in ("keys", "counts", "positions", "limit"):
        np.testing.assert_array_equal(
            getattr(seen.summary.sample, name), getattr(wanted.sample, name), err_msg=name
        )


def test_more_rows_than_are_kept_cannot_be_had(profile, table):
    seen, _ = both(profile, table, reader(2000))
    assert seen.remarks == (
        "a profile that keeps at most 1,000 rows, where up to 2,000 would have been looked at",
    )


def test_tables_and_profiles_with_all_rows_are_read(profile, table):
    assert seen_in_profile(as_table(table), reader()) is None
    assert seen_in_profile(fs.profile(table.slice(0, 100)), reader()) is None
