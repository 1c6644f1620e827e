import pytest

from featureshift.explain.rules.reflection import propose

from ..building import case_after, fits, rejects


def test_sign_flip(rng):
    assert "sign" in fits(propose, case_after(rng, lambda t: {"x": -t["x"]})).words


def test_reflection_about_any_center(rng):
    proposal = fits(propose, case_after(rng, lambda t: {"x": 250 - t["x"]}))
    assert proposal.numbers["center"] == pytest.approx(125, abs=3)


def test_a_symmetric_column_is_told_by_its_relations(rng):
    def mirrored(t):
        return {"a": 2 * t["a"].mean() - t["a"]}

    assert rejects(propose, case_after(rng, lambda t: {"a": t["a"]}, name="a"))
    fits(propose, case_after(rng, mirrored, name="a"))
