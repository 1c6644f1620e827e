import numpy as np

from featureshift.explain.levels import level_shares

from .building import case_after


def test_lost_and_new_categories(rng):
    def change(t):
        return {"text": np.where(t["text"] == "low", "LOW", t["text"])}

    column = case_after(rng, change, name="text").column
    shares = level_shares(column)
    assert [column.labels[k] for k in shares.lost] == ["low"]
    assert [column.labels[k] for k in shares.new] == ["LOW"]
    np.testing.assert_allclose(shares.gain.sum(), 0, atol=1e-12)


def test_a_rare_category_may_be_absent_by_chance(rng):
    def change(t):
        text = t["text"].copy()
        text[:3] = "rare"
        return {"text": text}

    assert level_shares(case_after(rng, change, name="text").column).new == ()
