import dataclasses

import pytest

from benchmarks.publish.figures.calibration import draw_reliability
from benchmarks.publish.reliability import ReliabilityRow


def test_points_are_what_was_said_and_what_was_so(make_results):
    rows = (
        ReliabilityRow("graphnet", "s", "u", 1, 8, 2, 1.2),
        ReliabilityRow("graphnet", "s", "u", 9, 2, 2, 1.9),
    )
    figure = draw_reliability(dataclasses.replace(make_results({}), reliability=rows))
    axis, below = figure.axes
    (points,) = [line for line in axis.lines if line.get_label() == "graphnet"]
    assert list(points.get_xdata()) == pytest.approx([0.15, 0.95])
    assert list(points.get_ydata()) == pytest.approx([0.25, 1.0])
    assert list(below.lines[0].get_ydata()) == [8, 2]
    assert "10 features" in figure.texts[0].get_text()
