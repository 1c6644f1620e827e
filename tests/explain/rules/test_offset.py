import numpy as np
import pytest

from featureshift.explain.diagnoses import diagnose
from featureshift.explain.rules.offset import propose

from ..building import case_after, case_of, fits, rejects


@pytest.mark.parametrize("offset", [30.0, -45.5])
def test_offset_is_estimated(rng, offset):
    proposal = fits(propose, case_after(rng, lambda t: {"x": t["x"] + offset}))
    assert proposal.numbers["offset"] == pytest.approx(offset, abs=3)
    assert ("added" if offset > 0 else "subtracted") in proposal.words


def test_kelvin(rng):
    proposal = fits(propose, case_after(rng, lambda t: {"x": t["x"] + 273.15}))
    assert proposal.numbers["offset"] == 273.15


def test_a_factor_is_no_offset(rng):
    assert rejects(propose, case_after(rng, lambda t: {"x": t["x"] * 2}))


def on_a_grid(offset, spread, rows=1500):
    """The case of whole numbers, related to nothing, after an offset."""
    rng = np.random.default_rng(4)
    reference, query = (
        {"kwh": rng.normal(900, spread, rows).round(), "z": rng.random(rows)} for _ in "ab"
    )
    return case_of(reference, query | {"kwh": query["kwh"] + offset}, "kwh")


def test_digits_prove_an_offset_and_values_how_large_it_is():
    case = on_a_grid(37.1, 320.0)
    proposal = fits(propose, case)
    assert proposal.proven
    assert proposal.at_most == "high"
    assert proposal.numbers["least"] < 37.1 < proposal.numbers["most"]
    assert proposal.numbers["offset"] % 1 == pytest.approx(0.1)
    assert "all were multiples of 1, and now none is" in proposal.words


def test_an_offset_too_small_to_be_seen_is_proven():
    case = on_a_grid(0.25, 320.0)
    first, *_ = diagnose(case)
    assert (first.code, first.confidence) == ("offset", "high")
    assert "a number between -" in first.words


def test_a_narrow_column_tells_the_offset_exactly():
    case = on_a_grid(4.25, 3.0)
    assert fits(propose, case).words == "4.25 is added to every value"


def test_ends_that_moved_alike_tell_the_offset_exactly(rng):
    ages = [np.clip(rng.normal(45, 15, 900), 18, 90).round() for _ in "ab"]
    reference, query = ({"age": age, "z": rng.random(900)} for age in ages)
    case = case_of(reference, query | {"age": query["age"] + 37.1}, "age")
    assert fits(propose, case).words == "37.1 is added to every value"


def test_an_offset_along_the_grid_is_not_certain():
    assert fits(propose, on_a_grid(150.0, 320.0)).at_most == "medium"
