"""What methods with trained weights have in common, on the network that ships."""

import numpy as np
import pytest

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.graphnet.localizer import GraphNet


def test_scores_are_probabilities_and_say_which_weights_gave_them(rng):
    result = GraphNet().localize(*rng.normal(size=(2, 200, 4)))
    assert ((result.scores > 0) & (result.scores < 1)).all()
    (note,) = [note for note in result.notes if note.code == "weights"]
    assert note.message.startswith("graphnet: predict sha256 ")


def test_weights_are_read_when_they_are_needed(rng):
    localizer = GraphNet(weights="nowhere")
    with pytest.raises(UnknownNameError):
        localizer.localize(*rng.normal(size=(2, 50, 3)))


def test_the_threshold_decides(rng):
    reference, query = rng.normal(size=(2, 400, 4))
    query[:, 2] *= 3
    assert GraphNet(threshold=0.0).localize(reference, query).shifted.all()
    assert not GraphNet(threshold=1.0).localize(reference, query).shifted.any()
    with pytest.raises(OptionError, match="no probability"):
        GraphNet(threshold=np.nan)
