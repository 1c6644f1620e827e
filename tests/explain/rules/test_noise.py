import numpy as np
import pytest

from featureshift.explain.rules.noise import propose

from ..building import case_after, case_of, fits, rejects, table


def test_size_of_the_noise(rng):
    noise = rng.normal(0, 25, 2000)
    proposal = fits(propose, case_after(rng, lambda t: {"x": t["x"] + noise}))
    assert proposal.numbers["deviation"] == pytest.approx(25, rel=0.15)


def test_lost_variance_is_no_noise(rng):
    case = case_after(rng, lambda t: {"x": 0.5 * t["x"] + 0.5 * t["x"].mean()})
    assert rejects(propose, case)


def test_random_categories(rng):
    chosen, other = rng.random(2000) < 0.5, rng.choice(np.array(["low", "high", "middle"]), 2000)
    case = case_after(rng, lambda t: {"text": np.where(chosen, other, t["text"])}, name="text")
    assert fits(propose, case).numbers["share"] == pytest.approx(0.5, abs=0.1)


def test_flipped_values(rng):
    flip = rng.random(2000) < 0.3
    reference, query = ({**t, "x": (t["x"] > 80) * 1.0} for t in (table(rng), table(rng)))
    query["x"] = np.where(flip, 1 - query["x"], query["x"])
    proposal = fits(propose, case_of(reference, query, "x"))
    assert proposal.numbers["share"] == pytest.approx(0.3, abs=0.05)
