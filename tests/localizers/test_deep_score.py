import subprocess
import sys

import numpy as np
import pytest
import torch

from featureshift.errors import MissingExtraError, OptionError
from featureshift.localizers.conditional import Deadline
from featureshift.localizers.deep_score import DeepSM, Flow, Training, dequantized


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_flow_learns_the_score_of_a_gaussian(rng):
    covariance = np.array([[1.0, 0.8], [0.8, 1.0]])
    rows = rng.multivariate_normal([0, 0], covariance, size=3000)
    flow = Flow(2, 32, seed=0)
    training = Training(rows, 256, Deadline(None), rng)
    params = training.fit(flow, flow.copies(1), np.ones((1, 3000), bool), 200, 5e-3, None)
    found = flow.scores(params, rows[:300])[0]
    expected = -rows[:300] @ np.linalg.inv(covariance)
    assert np.square(found - expected).mean() < 0.15 * np.square(expected).mean()


def test_copies_are_trained_apart(rng):
    rows = np.concatenate([rng.normal(-1, 1, (200, 2)), rng.normal(1, 1, (200, 2))])
    flow, members = Flow(2, 8, seed=0), np.repeat([[True, False]], 200, axis=1)
    training = Training(rows, 64, Deadline(None), rng)
    both = np.concatenate([members, ~members])
    params = training.fit(flow, flow.copies(2), both, 60, 1e-2, None)
    low, high = flow.scores(params, np.zeros((1, 2)))[:, 0]
    assert (low < 0).all()
    assert (high > 0).all()


def test_noise_fills_the_gaps_of_discrete_columns_only(rng):
    rows = np.column_stack([rng.integers(0, 2, 4000) * 2.0, rng.normal(size=4000)])
    noise = dequantized(rows, rng) - rows
    assert noise[:, 0].std() == pytest.approx(np.hypot(2 / np.sqrt(12), 0.05), rel=0.1)
    assert noise[:, 1].std() == pytest.approx(0.05, rel=0.1)


def test_global_generator_is_left_alone_and_a_seed_repeats(rng):
    tables = rng.normal(size=(2, 60, 3))
    state = torch.get_rng_state()
    first = DeepSM(steps=20).localize(*tables, seed=3)
    assert torch.equal(torch.get_rng_state(), state)
    torch.manual_seed(99)
    again = DeepSM(steps=20).localize(*tables, seed=3)
    torch.set_rng_state(state)
    np.testing.assert_array_equal(first.scores, again.scores)


def test_ensembles_larger_than_allowed_are_trained_in_parts(rng, monkeypatch):
    monkeypatch.setattr("featureshift.localizers.deep_score.ENSEMBLE_NUMBERS", 20_000)
    shares = []
    result = DeepSM(steps=10).localize(*rng.normal(size=(2, 60, 3)), progress=shares.append)
    assert "19 random splits" in result.notes[-1].message
    assert shares == sorted(shares)


def test_without_torch_the_extra_is_named(rng, monkeypatch):
    monkeypatch.setitem(sys.modules, "zuko", None)
    with pytest.raises(MissingExtraError, match=r"featureshift\[methods\]"):
        DeepSM().localize(*rng.normal(size=(2, 20, 2)))


def test_importing_the_module_does_not_import_torch():
    code = "import featureshift.localizers.deep_score, sys; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("options", [{"steps": 0}, {"hidden": 0}, {"time_limit": -1}])
def test_bad_options_are_refused_at_construction(options):
    with pytest.raises(OptionError):
        DeepSM(**options)
