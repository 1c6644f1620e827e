import numpy as np
import pytest

from featureshift.explain.rules.fill import propose

from ..building import case_after, case_of, fits, rejects, table


def test_a_constant_in_many_rows(rng):
    chosen = np.arange(2000) % 4 == 0
    proposal = fits(propose, case_after(rng, lambda t: {"x": np.where(chosen, 80.0, t["x"])}))
    assert proposal.numbers["value"] == 80
    assert proposal.numbers["share"] == pytest.approx(0.25, abs=0.02)


def test_missing_cells_that_were_filled(rng):
    gone = np.arange(2000) % 5 == 0
    reference, query = table(rng), table(rng)
    reference["x"] = np.where(gone, np.nan, reference["x"])
    query["x"] = np.where(gone, 77.0, query["x"])
    assert fits(propose, case_of(reference, query, "x")).words.startswith("missing cells hold")


def test_a_sentinel_is_not_ours(rng):
    chosen = np.arange(2000) % 4 == 0
    case = case_after(rng, lambda t: {"x": np.where(chosen, -999.0, t["x"])})
    assert rejects(propose, case)
