import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.tables import scan as scan_module
from featureshift.tables.kinds import Kind
from featureshift.tables.scan import Scan
from featureshift.tables.sources import as_table
from featureshift.tables.table import Selection

KINDS = [Kind.NUMERIC, Kind.NUMERIC, Kind.CATEGORICAL]
UNORDERED = ("n_rows", "present", "infinite", "low", "high")


def table_of(rng, n):
    odd = np.where(rng.random(n) < 0.3, np.nan, np.where(rng.random(n) < 0.1, np.inf, 1.0))
    columns = {"a": rng.normal(size=n), "b": odd, "c": rng.choice(["u", "v", ""], n)}
    return pa.table(columns)


def scan_of(table):
    selection = [Selection(j, kind) for j, kind in enumerate(KINDS)]
    scan = Scan.empty(KINDS)
    for part in as_table(table).partitions():
        for batch in part.batches(selection):
            scan = scan.update(batch)
    return scan


def assert_same(left, right):
    for name in UNORDERED:
        np.testing.assert_array_equal(getattr(left, name), getattr(right, name))
    assert left.levels == right.levels


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 80))
def test_any_partition_and_row_order_scan_to_the_same(seed, n):
    rng = np.random.default_rng(seed)
    table = table_of(rng, n)
    whole = scan_of(table)
    cut = int(rng.integers(n + 1))
    assert_same(whole, scan_of(table[:cut]).merge(scan_of(table[cut:])))
    assert_same(whole, scan_of(table.take(rng.permutation(n))))


def test_ranges_and_counts_are_those_of_the_finite_values(rng):
    table = table_of(rng, 500)
    scan = scan_of(table)
    a, b = (np.array(table.column(name)) for name in "ab")
    assert scan.low[0] == a.min()
    assert scan.high[0] == a.max()
    assert scan.present.tolist()[:2] == [500, int(np.isfinite(b).sum())]
    assert scan.infinite[1] == np.isinf(b).sum()
    assert sum(scan.levels[2].counts.values()) == scan.present[2]


def test_column_without_values_has_an_empty_range():
    scan = scan_of(pa.table({"a": [1.0], "b": [np.nan], "c": ["u"]}))
    assert scan.low[1] == np.inf
    assert scan.high[1] == -np.inf


@pytest.mark.parametrize("cut", [0, 1, 7, 20])
def test_order_of_rows_is_seen_across_partitions(cut):
    up = np.arange(20.0)
    table = pa.table({"a": up, "b": -2 * up, "c": ["u"] * 20})
    scan = scan_of(table[:cut]).merge(scan_of(table[cut:]))
    assert scan.ascending.tolist()[:2] == [True, False]
    assert scan.descending.tolist()[:2] == [False, True]
    assert scan.unit_steps.tolist()[:2] == [True, False]


def test_one_value_out_of_order_is_noticed():
    values = np.arange(1000.0)
    values[501] = 0
    scan = scan_of(pa.table({"a": values, "b": values, "c": ["u"] * 1000}))
    assert not scan.ascending[0]


def test_too_many_levels_stop_the_count(monkeypatch):
    monkeypatch.setattr(scan_module, "MAX_LEVELS", 3)
    few = pa.table({"a": [0.0] * 4, "b": [0.0] * 4, "c": list("uvwu")})
    many = pa.table({"a": [0.0] * 4, "b": [0.0] * 4, "c": list("wxyz")})
    assert not scan_of(few).levels[2].overflown
    assert scan_of(many).levels[2].overflown
    assert scan_of(few).merge(scan_of(many)).levels[2].overflown


def test_selecting_columns_selects_everything(rng):
    scan = scan_of(table_of(rng, 50))
    chosen = scan.select([2, 0])
    assert chosen.present.tolist() == scan.present[[2, 0]].tolist()
    assert chosen.levels == {0: scan.levels[2]}


def test_only_texts_that_occur_are_kept():
    dictionary = pa.DictionaryArray.from_arrays(pa.array([1, 1]), list("uvw"))
    scan = scan_of(pa.table({"a": [0.0] * 2, "b": [0.0] * 2, "c": dictionary}))
    assert list(scan.levels[2].texts.values()) == ["v"]


def test_mean_length_weighs_by_rows():
    scan = scan_of(pa.table({"a": [0.0] * 4, "b": [0.0] * 4, "c": ["aa", "aa", "aa", "bbbbbb"]}))
    assert scan.levels[2].mean_length() == 3.0


def test_empty_batch_changes_nothing(rng):
    scan = scan_of(table_of(rng, 10))
    assert_same(scan, scan.merge(Scan.empty(KINDS)))
