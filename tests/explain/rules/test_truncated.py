import numpy as np

from featureshift.explain.rules import truncated

from ..building import best, case_after, case_of, fits, table


def test_values_beyond_a_limit_are_missing(rng):
    case = case_after(rng, lambda t: {"x": np.where(t["x"] > 100, np.nan, t["x"])})
    proposal = fits(truncated.propose, case)
    assert "values above 99.9" in proposal.words
    assert "are missing (2" in proposal.words
    assert 99 < proposal.numbers["high"] <= 100
    assert proposal.at_most == "high"


def test_rows_beyond_a_limit_are_gone(rng):
    reference, query = table(rng), table(rng)
    query = {name: column[query["x"] > 60] for name, column in query.items()}
    proposal = fits(truncated.propose, case_of(reference, query, "x"))
    assert proposal.words.startswith("no rows have values below 60")
    assert proposal.at_most == "medium"


def test_the_ends_of_a_sample_are_no_limits(rng):
    assert best(truncated.propose, case_after(rng, lambda _: {}))[1] is None


def test_other_values_are_not_cut_ones(rng):
    assert best(truncated.propose, case_after(rng, lambda t: {"x": t["x"] / 1000}))[1] is None
