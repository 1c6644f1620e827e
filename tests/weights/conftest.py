import shutil

import pytest
import torch

from featureshift.networks.config import FSLNetConfig
from featureshift.networks.export import export_fslnet
from featureshift.networks.fslnet import FSLNet

SMALL = {"moment_kernels": 8, "embedding_kernels": 8, "prediction_kernels": 8}
SMALL |= {"embedding_layers": 2, "prediction_layers": 2, "moment_kernel_size": 15, "cells": (10,)}


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """An untrained network and the directory it was exported to."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    directory = tmp_path_factory.mktemp("weights")
    network = FSLNet(FSLNetConfig(**SMALL)).eval()
    export_fslnet(network, directory, {"commit": "abc"})
    return network, directory


@pytest.fixture
def directory(exported, tmp_path):
    """A copy that a test may damage."""
    return shutil.copytree(exported[1], tmp_path / "copy")
