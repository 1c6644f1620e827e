import pytest
import torch

from featureshift.methods.fslnet.config import INPUTS, FSLNetConfig
from featureshift.methods.fslnet.network.prediction import (
    INPUT_LAYERS,
    PredictionNetwork,
    SignedLog,
)


def test_parameters_of_the_paper():
    network = PredictionNetwork(FSLNetConfig())
    first, others = 334 * 64 * 5 + 64, 13 * (64 * 64 * 5 + 64)
    skip, head = 334 * 64 + 64, 64 + 1
    expected = first + others + 14 * 2 * 64 + skip + head
    assert sum(p.numel() for p in network.parameters()) == expected


@pytest.mark.parametrize("kind", INPUTS)
def test_every_input_layer(kind):
    assert list(INPUT_LAYERS) == list(INPUTS)
    network = PredictionNetwork(FSLNetConfig(prediction_input=kind, prediction_layers=1))
    assert network(torch.rand(3, 334, 10)).shape == (3, 10)


def test_signed_log_is_odd_and_increasing():
    x = torch.linspace(-100, 100, 101)
    y = SignedLog()(x)
    torch.testing.assert_close(y, -y.flip(0))
    assert (y.diff() > 0).all()
