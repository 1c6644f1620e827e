import math

import pytest

from featureshift.report.axis import Axis, spanning


def test_values_are_placed_between_the_ends():
    axis = Axis(10, 20, 0, 100)
    assert [axis.place(value) for value in (10, 15, 20)] == pytest.approx([0, 50, 100])
    assert (axis.place(-1e9), axis.place(1e9)) == (0, 100)


def test_an_axis_that_goes_up():
    assert Axis(0, 1, 100, 0).place(0.25) == pytest.approx(75)


def test_an_axis_of_one_value_places_it_in_the_middle():
    axis = Axis(5, 5, 0, 100)
    assert axis.place(5) == 50
    assert axis.ticks(4) == [5]


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-3.7, 12.2), (1e-12, 2e-12), (-1e300, 1e300), (99.99, 100.01)]
)
def test_ticks_are_few_and_on_the_axis(low, high):
    ticks = Axis(low, high, 0, 100).ticks(4)
    assert 1 <= len(ticks) <= 4
    assert all(low <= tick <= high for tick in ticks)


def test_an_axis_of_instants_names_dates():
    axis = Axis(1.7e9, 1.73e9, 0, 100, dated=True)
    assert [text for _, text in axis.labels(4)] == ["2024-01-01", "2024-07-01"]
    assert Axis(0, 10, 0, 100).labels(3) == [(0, "0"), (5, "5"), (10, "10")]


def test_far_values_do_not_squeeze_the_others():
    values = [float(i) for i in range(300)]
    assert spanning([*values, 1e9], 0, 100).high < 1000
    assert spanning(values, 0, 100).high >= 299


@pytest.mark.parametrize("values", [[], [math.nan], [3.0], [0.0, 0.0], [math.inf, 1.0]])
def test_any_values_give_an_axis(values):
    axis = spanning(values, 0, 100)
    assert axis.low < axis.high
