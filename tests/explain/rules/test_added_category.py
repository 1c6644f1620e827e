import numpy as np
import pytest

from featureshift.explain.rules.added_category import propose

from ..building import case_after, fits, rejects


def test_a_new_category_at_random(rng):
    chosen = rng.random(2000) < 0.2
    case = case_after(rng, lambda t: {"text": np.where(chosen, "?", t["text"])}, name="text")
    proposal = fits(propose, case)
    assert "'?'" in proposal.words
    assert proposal.numbers["share"] == pytest.approx(0.2, abs=0.03)


def test_a_new_name_for_one_category_is_something_else(rng):
    def change(t):
        return {"text": np.where(t["text"] == "low", "?", t["text"])}

    assert rejects(propose, case_after(rng, change, name="text"))
