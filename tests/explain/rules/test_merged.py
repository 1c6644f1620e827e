import numpy as np
import pytest

from featureshift.explain.rules.merged import propose

from ..building import case_after, fits


def test_a_category_into_another(rng):
    def change(t):
        return {"text": np.where(t["text"] == "high", "middle", t["text"])}

    assert fits(propose, case_after(rng, change, name="text")).words == (
        "'high' is now part of 'middle'"
    )


def test_part_of_a_category(rng):
    def change(t):
        part = (t["text"] == "high") & (np.arange(2000) % 3 == 0)
        return {"text": np.where(part, "middle", t["text"])}

    proposal = fits(propose, case_after(rng, change, name="text"))
    assert proposal.words.endswith("of 'high' are now in 'middle'")
    assert proposal.numbers["share"] == pytest.approx(1 / 3, abs=0.1)
