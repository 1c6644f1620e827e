import itertools

import numpy as np
import pytest
from matplotlib.text import Text

from benchmarks.publish.figures.labels import place_labels
from benchmarks.publish.figures.style import canvas


def placed(points):
    figure, (axis,) = canvas(1, 1, 4.0, "caption")
    axis.scatter(*zip(*points, strict=True), 55)
    axis.set_xlim(-0.3, 1.3)
    axis.set_ylim(-0.1, 1.1)
    labels = place_labels(axis, points, [f"method-{k}" for k in range(len(points))])
    figure.draw_without_rendering()
    return axis, labels


@pytest.mark.parametrize("seed", range(5))
def test_no_label_covers_another_or_a_point_or_leaves_the_frame(seed):
    rng = np.random.default_rng(seed)
    points = [tuple(point) for point in rng.normal(0.5, 0.15, (12, 2)).clip(0, 1)]
    axis, labels = placed(points)
    boxes = [Text.get_window_extent(label) for label in labels]  # without its line
    assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))
    frame = axis.get_window_extent()
    for box in boxes:
        assert frame.x0 <= box.x0 <= box.x1 <= frame.x1
        assert not any(box.contains(*axis.transData.transform(point)) for point in points)


def test_a_lonely_label_is_beside_its_point_and_a_far_one_has_a_line():
    _, (lonely,) = placed([(0.5, 0.5)])
    assert lonely.arrow_patch is None
    _, crowd = placed([(0.5, 0.5 + 0.01 * k) for k in range(12)])
    assert any(label.arrow_patch is not None for label in crowd)
