import subprocess
import sys

import numpy as np
import pytest
import torch

from featureshift.errors import MissingExtraError, OptionError
from featureshift.methods.baselines._shared.flow import Flow
from featureshift.methods.baselines.deep_sm import DeepSM


def test_global_generator_is_left_alone_and_a_seed_repeats(rng):
    tables = rng.normal(size=(2, 60, 3))
    state = torch.get_rng_state()
    first = DeepSM(steps=20).localize(*tables, seed=3)
    assert torch.equal(torch.get_rng_state(), state)
    torch.manual_seed(99)
    again = DeepSM(steps=20).localize(*tables, seed=3)
    torch.set_rng_state(state)
    np.testing.assert_array_equal(first.scores, again.scores)


def test_a_few_points_do_not_decide(rng, monkeypatch):
    """Where a flow has left its rows, its scores are anything."""
    reference, query = rng.normal(size=(2, 400, 3))
    query[:, 1] += 1
    plain = DeepSM(steps=60).localize(reference, query, n_shifted=1)
    original = Flow.scores

    def steep(self, params, points):
        scores = original(self, params, points)
        if len(scores) > 1:  # those of the two tables, not the pooled one
            scores[1, :40, 2] = 1e6
        return scores

    monkeypatch.setattr(Flow, "scores", steep)
    found = DeepSM(steps=60).localize(reference, query, n_shifted=1)
    assert found.shifted_features == plain.shifted_features == ("x1",)
    np.testing.assert_allclose(found.scores[:2], plain.scores[:2])


def test_ensembles_larger_than_allowed_are_trained_in_parts(rng, monkeypatch):
    monkeypatch.setattr("featureshift.methods.baselines.deep_sm.ENSEMBLE_NUMBERS", 20_000)
    shares = []
    result = DeepSM(steps=10).localize(*rng.normal(size=(2, 60, 3)), progress=shares.append)
    assert "19 random splits" in result.notes[-1].message
    assert shares == sorted(shares)


def test_without_torch_the_extra_is_named(rng, monkeypatch):
    monkeypatch.setitem(sys.modules, "zuko", None)
    with pytest.raises(MissingExtraError, match=r"featureshift\[methods\]"):
        DeepSM().localize(*rng.normal(size=(2, 20, 2)))


def test_importing_the_module_does_not_import_torch():
    code = "import featureshift.methods.baselines.deep_sm, sys; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("options", [{"steps": 0}, {"hidden": 0}, {"time_limit": -1}])
def test_bad_options_are_refused_at_construction(options):
    with pytest.raises(OptionError):
        DeepSM(**options)
