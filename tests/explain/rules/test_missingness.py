import numpy as np

from featureshift.explain.rules.missingness import propose

from ..building import case_after, case_of, fits, table


def test_more_and_fewer_missing_cells(rng):
    gone = rng.random(2000) < 0.3
    proposal = fits(propose, case_after(rng, lambda t: {"x": np.where(gone, np.nan, t["x"])}))
    assert proposal.numbers["missing_before"] == 0
    reference, query = table(rng), table(rng)
    reference["x"] = np.where(gone, np.nan, reference["x"])
    assert fits(propose, case_of(reference, query, "x")).words.endswith("instead of 30%")


def test_nothing_missing_nothing_said(rng):
    assert list(propose(case_after(rng, lambda t: {"x": t["x"] * 2}))) == []
