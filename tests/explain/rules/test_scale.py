import numpy as np
import pytest

from featureshift.explain.rules.scale import UNITS, propose

from ..building import case_after, case_of, fits, rejects


@pytest.mark.parametrize("factor", [2.54, 1 / 18.016, 1000.0])
def test_known_units_are_named(rng, factor):
    proposal = fits(propose, case_after(rng, lambda t: {"x": t["x"] * factor}))
    assert proposal.numbers["factor"] == pytest.approx(factor)
    assert "(" in proposal.words


def test_unknown_factors_are_estimated(rng):
    proposal = fits(propose, case_after(rng, lambda t: {"x": t["x"] * 3.37}))
    assert proposal.numbers["factor"] == pytest.approx(3.37, rel=0.03)


def test_a_converted_value_may_be_rounded_again(rng):
    proposal = fits(propose, case_after(rng, lambda t: {"x": (t["x"] / 18.016).round(1)}))
    assert "glucose" in proposal.words


def test_fahrenheit(rng):
    proposal = fits(propose, case_after(rng, lambda t: {"x": t["x"] * 1.8 + 32}))
    assert "Celsius to Fahrenheit" in proposal.words


def test_an_offset_is_no_factor(rng):
    assert rejects(propose, case_after(rng, lambda t: {"x": t["x"] + 60}))


def test_units_go_both_ways():
    factors = np.array([unit.factor for unit in UNITS])
    np.testing.assert_allclose(factors[::2] * factors[1::2], 1)


def named_as(column, factor):
    """The proposal for a column of this name, related to no other; chance moved it little here."""
    rng = np.random.default_rng(5)
    reference, query = ({column: rng.gamma(60.0, 1.0, 1500), "z": rng.random(1500)} for _ in "ab")
    query[column] = query[column] * factor
    return fits(propose, case_of(reference, query, column))


def test_a_unit_near_to_one_is_not_named_for_a_group():
    proposal = named_as("bill_length_mm", 0.9144)
    assert proposal.words.startswith("values are multiplied by about 0.9")
    assert " to " in proposal.words
    assert proposal.at_most == "medium"


def test_a_unit_must_suit_the_column():
    assert "glucose" not in named_as("weight_kg", 18.016).words
    assert "glucose" in named_as("glucose", 18.016).words


def test_no_group_differs_a_thousandfold():
    assert named_as("x", 1000.0).at_most == "high"


def test_a_loose_factor_is_no_unit(rng):
    reference, query = ({"x": rng.exponential(1.0, 150), "z": rng.random(150)} for _ in "ab")
    query["x"] = query["x"] * 60
    assert "about" in fits(propose, case_of(reference, query, "x")).words


def test_a_unit_is_named_where_no_value_is_left_in_the_range_and_the_name_asks_for_it():
    assert named_as("height", 1 / 2.54).words.endswith("(centimeters to inches)")
    assert named_as("price", 1 / 2.54).words.startswith("values are multiplied by about 0.39")


def test_whole_numbers_rounded_again_tell_a_factor_that_is_no_unit(rng):
    reference, query = (
        {"k": rng.gamma(9.0, 12.0, 900).round(), "z": rng.random(900)} for _ in "ab"
    )
    query["k"] = (query["k"] * 2.3832).round()
    proposal = fits(propose, case_of(reference, query, "k"))
    assert proposal.proven
    assert proposal.numbers["factor"] == pytest.approx(2.3832, rel=1e-3)
