import numpy as np
import pytest

from featureshift.methods.graphnet.margins import cheapest_order as module
from featureshift.methods.graphnet.margins.binary_order import BinaryOrder
from featureshift.methods.graphnet.margins.cheapest_order import JoinedOrder, cheapest_order
from featureshift.methods.graphnet.margins.level_order import LevelOrder
from featureshift.methods.graphnet.margins.sorted_order import SortedOrder, sorted_order

CUT = 700


@pytest.fixture
def columns(rng):
    columns = rng.normal(size=(7, 1000))
    columns[1::3] = columns[1::3] > 0
    columns[2::3] = np.round(columns[2::3])
    columns[rng.random(columns.shape) < 0.1] = np.nan
    return columns.astype(np.float32)


@pytest.fixture(autouse=True)
def _small_panels_too(monkeypatch):
    monkeypatch.setattr(module, "FEWEST_CELLS", 0)


def test_each_column_is_ordered_in_its_way(columns):
    which, order = cheapest_order(columns, CUT)
    assert isinstance(order, JoinedOrder)
    assert [type(part) for part in order.parts] == [BinaryOrder, LevelOrder, SortedOrder]
    assert which.tolist() == [1, 4, 2, 5, 0, 3, 6]


def test_one_way_needs_no_joining(columns):
    for chosen, kind in (slice(0, 7, 3), SortedOrder), ([1, 4], BinaryOrder), ([2, 5], LevelOrder):
        which, order = cheapest_order(columns[chosen], CUT)
        assert isinstance(order, kind)
        assert which.tolist() == list(range(len(which)))


def test_the_joined_order_is_that_of_sorting(columns):
    which, order = cheapest_order(columns, CUT)
    other = sorted_order(columns[which], CUT)
    present = other.size > 0
    for name in ("columns", "starts", "size", "query", "column", "counted"):
        assert np.array_equal(getattr(order, name), getattr(other, name), equal_nan=True), name
    assert np.array_equal(order.values()[present], other.values()[present])
    of_groups = np.arange(len(order.starts), dtype=np.float32)
    assert np.array_equal(order.to_rows(of_groups), other.to_rows(of_groups))


def test_few_cells_are_sorted(columns, monkeypatch):
    monkeypatch.setattr(module, "FEWEST_CELLS", columns.size + 1)
    assert isinstance(cheapest_order(columns, CUT)[1], SortedOrder)
