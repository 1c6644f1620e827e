import numpy as np
import pytest

from benchmarks.publish.figures.images import MARKS, draw_maps, draw_pixels
from benchmarks.publish.image_study import FALSE, FOUND, MISSED, SOUND, ImageStudy


@pytest.fixture
def study(rng):
    outcomes = (FOUND, FOUND, MISSED, FALSE) + (SOUND,) * 12
    images = rng.random((5, 4, 4)).astype(np.float32)
    errors = {"mean": np.arange(16.0), "moments": np.ones(16)}
    return ImageStudy("mnist", "m", "E5", images, outcomes, errors)


def test_pixels_are_marked_in_their_place(study):
    figure = draw_pixels([study, study])
    assert len(figure.axes) == 10
    first = figure.axes[0]
    marked = dict(zip(MARKS, first.collections, strict=True))
    assert [list(p) for p in marked[FOUND].get_offsets()] == [[0, 0], [1, 0]]
    assert [list(p) for p in marked[FALSE].get_offsets()] == [[3, 0]]
    assert first.texts[0].get_text() == "E5: 2 found, 1 missed, 1 false alarm"
    assert "m on mnist, 5 % of 16 pixels" in figure.texts[0].get_text()


def test_maps_that_are_not_there_are_left_out(study):
    assert len(draw_maps([study, study]).axes) == 4
    assert [axis.get_title("left") for axis in draw_maps([study]).axes] == [
        "E5, mean",
        "E5, moments",
    ]


def test_every_feature_has_its_needle(study):
    axis = draw_maps([study]).axes[0]
    tops = sorted(path.vertices[1][1] for lines in axis.collections for path in lines.get_paths())
    assert tops == list(range(16))
