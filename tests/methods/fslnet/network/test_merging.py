import numpy as np
import pytest
import torch

from featureshift.methods.fslnet.network.merging import TORCH_MERGES
from featureshift.methods.measures import MERGES


def test_same_names_as_without_torch():
    assert list(TORCH_MERGES) == list(MERGES)


@pytest.mark.parametrize("name", MERGES)
def test_equals_numpy(name, rng):
    reference, query = rng.random((2, 3, 5, 7))
    reference[0, 1, 2] = query[1, 0, 0] = np.nan
    reference[2, 3] = 0.0
    ours = TORCH_MERGES[name](torch.from_numpy(reference), torch.from_numpy(query))
    np.testing.assert_allclose(ours.numpy(), MERGES[name](reference, query), rtol=1e-12)


@pytest.mark.parametrize("name", MERGES)
def test_gradient_is_finite_where_a_channel_is_silent_or_unknown(name):
    reference = torch.rand(4, 6)
    reference[1] = 0.0
    reference[2, 3] = torch.nan
    reference.requires_grad_()
    TORCH_MERGES[name](reference, torch.rand(4, 6)).sum().backward()
    assert torch.isfinite(reference.grad).all()
    assert reference.grad[2, 3] == 0
