import numpy as np
import pytest

from featureshift.explain.rules.rounding import propose

from ..building import case_after, case_of, fits, rejects, table


@pytest.mark.parametrize(
    ("change", "word"), [(np.round, "rounded to"), (np.floor, "down"), (np.ceil, "up")]
)
def test_roundings_are_told_apart(rng, change, word):
    proposal = fits(propose, case_after(rng, lambda t: {"x": change(t["x"] / 20) * 20}))
    assert word in proposal.words
    assert proposal.numbers["step"] == 20


def test_ties_on_a_grid_go_anywhere(rng):
    def tenths(t):
        return t | {"x": (t["x"] / 30).round(1)}

    reference, query = tenths(table(rng)), tenths(table(rng))
    for tie in (np.round(query["x"]), np.floor(query["x"] + 0.5), np.ceil(query["x"] - 0.5)):
        fits(propose, case_of(reference, query | {"x": tie}, "x"))


def test_as_many_values_as_before_are_not_rounded(rng):
    assert rejects(propose, case_after(rng, lambda t: {"x": t["x"] + 10}))
