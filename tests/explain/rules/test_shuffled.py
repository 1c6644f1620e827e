import numpy as np
import pytest

from featureshift.explain.rules.shuffled import neighbors_are_alike, propose

from ..building import case_after, case_of, fits, rejects


def test_all_rows(rng):
    proposal = fits(propose, case_after(rng, lambda t: {"x": rng.permutation(t["x"])}))
    assert proposal.numbers == {"share": 1.0}


def test_some_rows(rng):
    def half(t):
        x = t["x"].copy()
        x[:1000] = rng.permutation(x[:1000])
        return {"x": x}

    assert fits(propose, case_after(rng, half)).numbers["share"] == pytest.approx(0.5, abs=0.1)


def test_a_column_without_relations_has_none_to_lose(rng):
    case = case_after(rng, lambda t: {"lonely": rng.permutation(t["lonely"])}, name="lonely")
    assert list(propose(case)) == []


def test_relations_that_hold(rng):
    assert rejects(propose, case_after(rng, lambda t: {"x": np.log(t["x"])}))


@pytest.mark.parametrize("in_order", [True, False])
def test_a_series_in_its_order_was_not_shuffled(rng, in_order):
    walk = np.cumsum(rng.normal(size=(3, 800)), axis=1)
    reference = {"x": walk[0], "y": walk[0] + rng.normal(size=800)}
    query = {"x": walk[1] if in_order else rng.permutation(walk[1]), "y": walk[2]}
    case = case_of(reference, query, "x")
    assert neighbors_are_alike(case.column) is in_order
    assert {proposal.at_most for proposal in propose(case)} == {"medium" if in_order else "high"}
