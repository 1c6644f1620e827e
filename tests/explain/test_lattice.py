import numpy as np
import pytest

from featureshift.explain.columns import column_pairs
from featureshift.explain.lattice import carried_by, exact_factor, exact_offset, rounded_factor

from .building import localized

ROWS = 900


def column_after(change, digits=0):
    """A column on a decimal grid whose query went through ``change``, related to nothing."""
    rng = np.random.default_rng(7)
    before, after = (rng.gamma(4.0, 15.0, ROWS).round(digits) for _ in "ab")
    sides = [{"x": x, "other": rng.random(ROWS)} for x in (before, change(after))]
    return column_pairs(localized(*sides, ["x"]).evidence)["x"]


@pytest.mark.parametrize("factor", [2.54, 0.0555, 1 / 18.016, 3.371912])
@pytest.mark.parametrize("digits", [0, 1])
def test_the_grid_tells_a_factor(factor, digits):
    column = column_after(lambda x: x * factor, digits)
    assert exact_factor(column) == pytest.approx(factor, rel=1e-8)
    assert carried_by(column, factor)


def test_a_rounded_constant_keeps_its_digits():
    assert exact_factor(column_after(lambda x: x * 0.0555)) == 0.0555


def test_single_precision_is_enough():
    column = column_after(lambda x: (x * 3.371912).astype(np.float32))
    assert exact_factor(column) == pytest.approx(3.371912, rel=1e-6)


def test_what_was_rounded_again_leaves_out_values():
    column = column_after(lambda x: (x * 2.54).round())
    assert carried_by(column, 2.54)
    assert not carried_by(column, 2.6)


@pytest.mark.parametrize("factor", [1.0, 0.1, 2.0, 10.0, 1000.0])
def test_a_decimal_grid_in_place_of_another_proves_nothing(factor):
    column = column_after(lambda x: x * factor)
    assert exact_factor(column) is None
    assert not carried_by(column, factor)


@pytest.mark.parametrize("digits", [0, 1])
def test_the_grid_tells_an_offset(digits):
    column = column_after(lambda x: x + 4.3712, digits)
    assert exact_offset(column, 4.35) == pytest.approx(4.3712)
    assert exact_factor(column) is None


def test_an_offset_along_the_grid_shows_nothing():
    assert exact_offset(column_after(lambda x: x + 4), 4.0) is None


def test_values_without_a_grid_prove_nothing():
    rng = np.random.default_rng(8)
    column = column_after(lambda x: x * 2.54 + rng.random(ROWS))
    assert exact_factor(column) is None
    assert exact_offset(column, 1.0) is None


def test_both_steps_of_a_temperature():
    column = column_after(lambda x: x * 1.8 + 32)
    assert carried_by(column, 1.8, 32.0)
    assert not carried_by(column, 1.8)


@pytest.mark.parametrize(("factor", "about"), [(2.3832, 2.41), (1.4361, 1.42), (18.016, 17.9)])
def test_a_factor_is_told_by_what_rounding_leaves_out(factor, about):
    column = column_after(lambda x: (x * factor).round())
    found = rounded_factor(column, about)
    assert found == pytest.approx(factor, rel=2e-3)
    image = np.round(np.arange(column.after[-1]) * found)
    assert np.isin(column.after, image).all()


def test_where_rounding_is_coarser_than_the_step_any_factor_would_do():
    assert rounded_factor(column_after(lambda x: (x / 2.54).round()), 0.39) is None


def test_no_factor_makes_what_lies_on_every_whole_number():
    rng = np.random.default_rng(3)
    assert rounded_factor(column_after(lambda _: rng.gamma(4.0, 40.0, ROWS).round()), 2.4) is None
