import pytest
import torch

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.rows import moment_extraction, neural_embedding


def parameters(module):
    return sum(p.numel() for p in module.parameters())


def test_moment_extraction_has_the_parameters_of_the_paper():
    network = moment_extraction(FSLNetConfig())
    assert parameters(network) == (64 * 75 + 64) + 2 * 64
    assert network(torch.rand(5, 1, 1, 9)).shape == (5, 64, 1, 9)


def test_neural_embedding_has_the_parameters_of_the_paper():
    network = neural_embedding(FSLNetConfig())
    first, others = 64 * 5 + 64, 9 * (64 * 64 * 5 + 64)
    assert parameters(network) == first + others + 10 * 2 * 64 + (64 + 64)
    assert network(torch.rand(5, 1, 1, 9)).shape == (5, 64, 1, 9)


def test_moments_are_rectified():
    assert moment_extraction(FSLNetConfig())(torch.rand(5, 1, 1, 9)).min() >= 0


@pytest.mark.parametrize("network", [moment_extraction, neural_embedding])
def test_a_row_does_not_depend_on_the_others_in_evaluation(network):
    module = network(FSLNetConfig(embedding_layers=2)).eval()
    x = torch.rand(6, 1, 1, 9)
    torch.testing.assert_close(module(x)[2:3], module(x[2:3]))
