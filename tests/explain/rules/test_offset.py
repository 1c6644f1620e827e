import pytest

from featureshift.explain.rules.offset import propose

from ..building import case_after, fits, rejects


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
