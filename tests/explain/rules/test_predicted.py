import numpy as np

from featureshift.explain.rules.predicted import propose

from ..building import case_after, fits


def linear(t):
    clues = np.column_stack([np.ones(2000), t["a"], t["b"]])
    return {"x": clues @ np.linalg.lstsq(clues, t["x"], rcond=None)[0]}


def test_too_predictable(rng):
    proposal = fits(propose, case_after(rng, linear))
    assert proposal.numbers["open_after"] < 0.5 * proposal.numbers["open_before"]


def test_scaled_down_is_not_predicted(rng):
    case = case_after(rng, lambda t: {"x": 0.5 * t["x"] + 0.5 * t["x"].mean()})
    assert all("averaged" in proposal.words for proposal in propose(case))


def test_noise_is_not_predicted(rng):
    noise = rng.normal(0, 25, 2000)
    assert list(propose(case_after(rng, lambda t: {"x": t["x"] + noise}))) == []


def test_less_variance_alone_is_never_certain(rng):
    case = case_after(rng, lambda t: {"x": 0.6 * t["x"] + 0.4 * t["x"].mean()})
    assert {proposal.at_most for proposal in propose(case)} == {"medium"}
