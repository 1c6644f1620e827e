"""What is packed comes back, and nothing but plain data of ours does."""

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest

from featureshift.engines import wire
from featureshift.engines.registry import fold
from featureshift.engines.wire import packed, unpacked
from featureshift.errors import EngineError
from featureshift.tables import Kind, as_table
from featureshift.tables.schema.number_format import NumberFormat
from featureshift.tables.schema.parsed_table import ParsedReader
from featureshift.tables.summary import SummaryReader
from featureshift.tables.table import Selection


@pytest.mark.parametrize(
    "thing",
    [
        None,
        (1, -2.5, "ü", True, None),
        [float(k) for k in range(100)],
        tuple(map(str, range(100))),
        {2.0: "a", 3.0: "b"},
        Counter({float(k): k for k in range(100)}),
        [Selection(3, Kind.CATEGORICAL)] * 40,
        float("inf"),
        {},
        [],
    ],
    ids=repr,
)
def test_plain_things_come_back(thing):
    back = unpacked(packed(thing))
    assert back == thing
    assert type(back) is type(thing)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3).T,
        np.array([True, False]),
        np.array([2**64 - 1], np.uint64),
        np.empty((0, 4), np.float32),
        np.uint64(2**64 - 1),
        np.array([np.nan, np.inf, -0.0]),
    ],
    ids=repr,
)
def test_arrays_come_back(array):
    back = unpacked(packed(array))
    np.testing.assert_array_equal(back, array)
    assert (back.dtype, np.shape(back)) == (array.dtype, np.shape(array))


def test_a_summary_comes_back_and_is_bounded(rng):
    n = 30_000
    table = as_table(pa.table({"x": rng.normal(size=n), "s": rng.choice(["a", "b", "é"], n)}))
    selection = [Selection(0, Kind.NUMERIC), Selection(1, Kind.CATEGORICAL)]
    reader = SummaryReader.of(["x", "s"], selection, 500)
    sent = unpacked(packed(reader))
    whole, again = (fold(each, table.partitions()).bounded() for each in (reader, sent))
    content = packed(whole)
    back = unpacked(content)
    assert len(back.sample) == 500
    assert len(content) < 500 * (8 * 2 + 24) + 8 * 65536 + 20_000
    for summary in (back, again):
        np.testing.assert_array_equal(summary.sample.keys, whole.sample.keys)
        np.testing.assert_array_equal(summary.sample.positions, whole.sample.positions)
        np.testing.assert_array_equal(summary.sample.blocks[0], whole.sample.blocks[0])
        assert summary.scan.levels == whole.scan.levels
        assert summary.sample.limit == whole.sample.limit


def test_how_texts_are_read_travels_too():
    reader = SummaryReader.of(["x"], [Selection(0, Kind.NUMERIC)], 10)
    back = unpacked(packed(ParsedReader(reader, {0: NumberFormat(decimal=",")})))
    assert back.readings[0].parse("1,5") == 1.5
    assert back.selection == [Selection(0, Kind.CATEGORICAL)]


def test_what_is_no_plain_data_does_not_travel():
    with pytest.raises(EngineError, match="one that holds a _thread"):
        packed({"lock": __import__("threading").Lock()})


@pytest.mark.parametrize("name", ["os:system", "featureshift.engines.wire:packed", "builtins:list"])
def test_no_other_class_is_made(name):
    tree = {"class": name, "given": {}}
    with pytest.raises(EngineError, match="no plain data of featureshift"):
        wire._unfolded(tree, {})


def test_another_format_is_refused(monkeypatch):
    content = packed(1)
    monkeypatch.setattr(wire, "FORMAT", 2)
    with pytest.raises(EngineError, match="another version"):
        unpacked(content)
