import pyarrow as pa

from featureshift.repair.marked import MarkMissing, from_clipping, from_sentinel
from tests.repair.made import explained, result_of


def test_codes_and_limits():
    sentinel = explained("x", "sentinel", numbers={"value": -999.0, "share": 0.1})
    assert from_sentinel(sentinel, None) == MarkMissing("x", (-999.0,))
    clipped = explained("x", "clipping", numbers={"high": 9.0})
    assert from_clipping(clipped, None) == MarkMissing("x", (9.0,))


def test_only_these_cells_go():
    query = pa.table({"x": [1, -999, None, 2]})
    sentinel = explained("x", "sentinel", numbers={"value": -999.0})
    repaired = result_of(sentinel).repair(query)
    assert repaired.table["x"].to_pylist() == [1, None, None, 2]
    assert repaired.table["x"].type == pa.int64()
    assert repaired.done[0].words == "cells that hold -999 marked as missing"
