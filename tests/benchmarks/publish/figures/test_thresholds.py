import dataclasses

import pytest

from benchmarks.publish.figures.thresholds import draw_thresholds
from benchmarks.publish.sweep import SweepRow


def test_lines_are_means_over_data_sets_with_the_best_as_a_dot(make_results):
    sweep = tuple(
        SweepRow(name, reduce, threshold, f1, f1, 30)
        for name, factor in (("u", 1.0), ("v", 0.5))
        for reduce in ("mean", "max")
        for threshold, f1 in ((0.001, 0.2 * factor), (0.01, 0.8 * factor), (0.1, 0.4 * factor))
    )
    figure = draw_thresholds(dataclasses.replace(make_results({}), sweep=sweep))
    (axis,) = figure.axes
    line, dot = axis.lines[:2]
    assert list(line.get_ydata()) == pytest.approx([0.15, 0.6, 0.3])
    assert (dot.get_xdata()[0], dot.get_ydata()[0]) == pytest.approx((0.01, 0.6))
    assert "60 tasks, 2 data sets" in figure.texts[0].get_text()
