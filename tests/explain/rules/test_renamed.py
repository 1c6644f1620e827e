import numpy as np

from featureshift.explain.rules.renamed import propose

from ..building import case_after, fits


def renamed(names):
    def change(t):
        return {"text": np.array([names.get(text, text) for text in t["text"]], object)}

    return change


def test_one_category(rng):
    proposal = fits(propose, case_after(rng, renamed({"low": "L"}), name="text"))
    assert proposal.words == "'low' is now 'L'"


def test_all_categories_in_another_spelling(rng):
    names = {"low": "LOW", "middle": "MIDDLE", "high": "HIGH"}
    proposal = fits(propose, case_after(rng, renamed(names), name="text"))
    assert "'low' is now 'LOW'" in proposal.words


def test_two_categories_exchanged(rng):
    proposal = fits(propose, case_after(rng, renamed({"low": "high", "high": "low"}), name="text"))
    assert proposal.words in ("'low' and 'high' are exchanged", "'high' and 'low' are exchanged")
