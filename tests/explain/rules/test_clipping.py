import numpy as np

from featureshift.explain.rules.clipping import propose

from ..building import case_after, fits, rejects


def test_limits_are_found(rng):
    proposal = fits(propose, case_after(rng, lambda t: {"x": np.clip(t["x"], 50, 100)}))
    assert proposal.numbers == {"low": 50, "high": 100}
    proposal = fits(propose, case_after(rng, lambda t: {"x": np.minimum(t["x"], 100)}))
    assert proposal.numbers == {"high": 100}


def test_a_lower_end_without_a_heap_is_no_limit(rng):
    assert rejects(propose, case_after(rng, lambda t: {"x": t["x"] + 30}))
