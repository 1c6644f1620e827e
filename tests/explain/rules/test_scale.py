import numpy as np
import pytest

from featureshift.explain.rules.scale import UNITS, propose

from ..building import case_after, fits, rejects


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
