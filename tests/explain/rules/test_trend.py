import numpy as np

from featureshift.explain.rules import trend

from ..building import best, case_after, fits, localized, table


def drifting(t):
    return {"x": t["x"] + np.linspace(0, 80, len(t["x"]))}


def test_a_drift_is_measured(rng):
    proposal = fits(trend.propose, case_after(rng, drifting))
    assert 70 < proposal.numbers["drift"] < 90
    assert " up from the first to the last" in proposal.words


def test_an_offset_is_no_drift(rng):
    assert best(trend.propose, case_after(rng, lambda t: {"x": t["x"] + 80}))[1] is None


def test_a_drift_is_not_confined_to_some_rows(rng):
    reference, query = table(rng), table(rng)
    (said,) = localized(reference, query | drifting(query), ["x"]).explain().columns
    assert (said.diagnoses[0].code, said.where) == ("trend", None)
