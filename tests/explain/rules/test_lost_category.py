import numpy as np

from featureshift.explain.rules import lost_category

from ..building import best, case_after, case_of, fits, table


def without_low(t):
    return {"text": np.where(t["text"] == "low", None, t["text"])}


def test_cells_of_a_level_are_missing(rng):
    proposal = fits(lost_category.propose, case_after(rng, without_low, name="text"))
    assert proposal.words.startswith("cells with 'low' are missing instead (")
    assert proposal.at_most == "high"


def test_rows_of_a_level_are_gone(rng):
    reference, query = table(rng), table(rng)
    query = {name: column[query["text"] != "low"] for name, column in query.items()}
    proposal = fits(lost_category.propose, case_of(reference, query, "text"))
    assert proposal.words.startswith("no rows have 'low' any more (")
    assert proposal.at_most == "medium"


def test_all_levels_are_there(rng):
    assert best(lost_category.propose, case_after(rng, lambda _: {}, name="text"))[1] is None
