import subprocess
import sys

import numpy as np
import torch

from featureshift.methods.baselines._shared.flow import Flow


def test_score_is_the_gradient_of_the_log_density(rng):
    flow, points, step = Flow(3, 8, seed=0), rng.normal(size=(5, 3)), 1e-2
    params = flow.copies(2)
    for j in range(3):
        moved = [points + sign * step * np.eye(3)[j] for sign in (1, -1)]
        rows = [torch.from_numpy(at.astype(np.float32)).expand(2, -1, -1) for at in moved]
        above, below = (flow.log_prob(params, at).detach().numpy() for at in rows)
        slope = (above - below) / (2 * step)
        np.testing.assert_allclose(flow.scores(params, points)[:, :, j], slope, atol=0.02)


def test_copies_are_alike_and_apart():
    flow = Flow(2, 8, seed=0)
    params = flow.repeated(flow.copies(1), 3)
    for value in params.values():
        assert (value == value[0]).all()
        value[0] += 1
        assert (value[0] != value[1]).all()
    assert flow.size == sum(value[0].numel() for value in params.values())


def test_importing_the_module_does_not_import_torch():
    code = (
        "import featureshift.methods.baselines._shared.flow, sys; sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
