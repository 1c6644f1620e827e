import numpy as np
import pytest

from benchmarks.publish import image_study as module
from benchmarks.publish.image_study import FALSE, FOUND, MISSED, SOUND, UNCHANGED, study_images
from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.errors import AbsentDataError, OptionError
from featureshift.methods.base import Localizer, MethodInfo, Scores

SIDE = 6


class Chosen(Localizer):
    """Flags the features it was made with."""

    info = MethodInfo("chosen", "", "", True, False, "")

    def __init__(self, *, flagged=()):
        self.flagged = flagged

    def _score(self, pair, rng, progress):
        values = np.zeros(pair.n_features)
        values[list(self.flagged)] = 1.0
        return Scores(values, 0.5)


@pytest.fixture
def images(monkeypatch, rng):
    """A table of images whose first pixel is always blank."""
    values = rng.random((200, SIDE * SIDE)).astype(np.float32)
    values[:, 0] = 0
    monkeypatch.setattr(module, "dataset_of", lambda *_: table_of(values))


def table_of(values):
    origin = Provenance("by hand", "CC0-1.0")
    return Dataset("pictures", values, np.zeros(values.shape[1], bool), origin)


def test_outcomes_are_told_apart(images, monkeypatch):
    pairs = []
    original = module.pair_of
    monkeypatch.setattr(module, "pair_of", lambda *args: pairs.append(original(*args)) or pairs[-1])
    study_images("pictures", Chosen(), None, rows=50)
    shifted = np.flatnonzero(pairs[1].shifted)  # by E8
    (sound,) = np.flatnonzero(~pairs[1].shifted)[-1:]
    pairs.clear()
    studies = study_images("pictures", Chosen(flagged=(shifted[0], sound)), None, rows=50)
    assert [each.manipulation for each in studies] == ["E5", "E8", "E1"]
    outcomes = np.array(studies[1].outcomes)
    assert outcomes[shifted[0]] == FOUND
    assert outcomes[sound] == FALSE
    assert set(outcomes[shifted[1:]]) <= {MISSED, UNCHANGED}
    assert set(outcomes) - {SOUND} >= {FOUND, FALSE}


def test_images_and_maps_have_their_shapes(images):
    first = study_images("pictures", Chosen(), None, rows=50)[0]
    assert first.images.shape == (5, SIDE, SIDE)
    assert {"mean", "standard deviation"} <= set(first.errors)
    assert all(error.shape == (SIDE * SIDE,) for error in first.errors.values())
    assert first.errors["mean"][0] == 0  # the blank pixel


def test_noise_stands_out_in_the_mean_map(monkeypatch):
    dark = np.zeros((200, SIDE * SIDE), np.float32)
    dark[::20] = 1  # noise on a pixel that is mostly blank moves its mean
    monkeypatch.setattr(module, "dataset_of", lambda *_: table_of(dark))
    last = study_images("pictures", Chosen(), None, rows=100)[-1]
    missed = np.array(last.outcomes) == MISSED
    assert last.manipulation == "E1"
    assert missed.sum() == 2  # 5 % of 36
    assert last.errors["mean"][missed].min() > 10 * last.errors["mean"][~missed].max()


def test_a_table_without_square_images_is_refused(images, monkeypatch):
    narrow = table_of(np.zeros((50, 7), np.float32))
    monkeypatch.setattr(module, "dataset_of", lambda *_: narrow)
    with pytest.raises(OptionError, match="no square images"):
        study_images("pictures", Chosen(), None)


def test_an_absent_table_is_said():
    with pytest.raises(AbsentDataError):
        study_images("mnist", Chosen(), None)
