import numpy as np
import pytest
import torch

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training.maps.calibration import ALARMS, calibrate
from featureshift.methods.fslnet.training.maps.described import UNSHIFTED, DescribedPair
from featureshift.methods.fslnet.training.maps.validation import validate_maps


@pytest.fixture
def model():
    """Its logit is the first channel."""
    torch.manual_seed(0)
    config = FSLNetConfig(
        prediction_merge="studentized",
        use_moments=False,
        use_embedding=False,
        prediction_layers=1,
        prediction_kernels=4,
        cells=(10,),
    )
    network = FSLNet(config)
    network.predict = lambda merged: merged[0]
    return network


def pair(logits, changed, manipulation):
    return DescribedPair(np.array([logits], np.float16), np.array(changed), manipulation)


def test_f1_by_manipulation_and_false_alarms(model):
    pairs = [
        pair([3, -3, -3], [True, False, False], "T1"),
        pair([3, 3, -3], [True, False, False], "T3"),
        pair([-1, -1, -1], [False] * 3, UNSHIFTED),
        pair([-1, 1, -1], [False] * 3, UNSHIFTED),
    ]
    report = validate_maps(model, pairs)
    assert report.f1 == {"T1": 1.0, "T3": pytest.approx(2 / 3)}
    assert report.false_alarms == 0.5
    assert report.pairs == 4


def test_unshifted_pairs_tell_what_shows_a_shift(model, rng):
    pairs = [
        pair(rng.normal(size=d) - 4, [False] * d, UNSHIFTED) for d in rng.integers(8, 400, 300)
    ]
    found = calibrate(model, pairs)
    alarms = [
        each.merged.max() > found["cut"] + found["slope"] * np.log(len(each.changed))
        for each in pairs
    ]
    assert np.mean(alarms) == pytest.approx(ALARMS, abs=0.01)
