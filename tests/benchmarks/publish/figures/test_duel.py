import dataclasses

import pytest

from benchmarks.publish.figures.duel import draw_duel, draw_speedup
from benchmarks.publish.profiles import speedups


def test_speedup_is_the_ratio_of_mean_runtimes_from_small_to_large(compared):
    found = speedups(compared, "graphnet", "datafix")
    assert list(found) == ["gas", "covid", "energy"]  # by the length of their names, as made
    assert list(found.values()) == pytest.approx([3, 3, 3])
    assert speedups(compared, "datafix", "graphnet")["gas"] == pytest.approx(1 / 3)


def test_the_mean_line_is_told(compared):
    figure = draw_speedup(compared, "graphnet", "datafix")
    (axis,) = figure.axes
    assert axis.lines[0].get_ydata()[0] == pytest.approx(3)
    assert [text.get_text() for text in axis.texts] == ["mean 3×"]
    assert axis.get_xticklabels()[0].get_text() == "gas\n3×"


def test_three_panels_of_both_methods(compared):
    figure = draw_duel(compared, "fslnet", "datafix")
    scores, mean, longest = figure.axes
    assert [bar.get_height() for bar in scores.patches] == pytest.approx([0.79] * 3 + [0.69] * 3)
    for axis in (mean, longest):
        heights = [bar.get_height() for bar in axis.patches]
        assert axis.get_ylim()[0] < min(heights)  # the shortest bar can be seen
        assert heights[3] == pytest.approx(heights[0] * 3 / 2)


@pytest.fixture
def few_rows(compared):
    """As ``compared``, but datafix was given fewer rows of energy."""
    return dataclasses.replace(
        compared,
        rows=tuple(
            dataclasses.replace(row, rows_reference=5)
            if row.method == "datafix" and row.task.startswith("energy/")
            else row
            for row in compared.rows
        ),
    )


def test_fewer_rows_are_no_speedup(few_rows):
    assert list(speedups(few_rows, "graphnet", "datafix")) == ["gas", "covid"]
    figure = draw_speedup(few_rows, "graphnet", "datafix")
    assert "60 tasks, 2 data sets" in figure.texts[0].get_text()
    assert "as many rows for both" in figure.texts[0].get_text()


def test_fewer_rows_are_marked(few_rows, compared):
    figure = draw_duel(few_rows, "fslnet", "datafix")
    assert [label.get_text() for label in figure.axes[-1].get_xticklabels()][-1] == "energy*"
    assert "* not as many rows" in figure.texts[0].get_text()
    assert "*" not in draw_duel(compared, "fslnet", "datafix").texts[0].get_text()


def test_a_table_that_was_never_finished_gives_a_bound(compared):
    late = tuple(
        dataclasses.replace(row, status="timeout", reason="x")
        if row.method == "datafix" and row.task.startswith("gas/")
        else row
        for row in compared.rows
    )
    figure = draw_speedup(dataclasses.replace(compared, rows=late), "graphnet", "datafix")
    labels = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert [label.split("\n")[0] for label in labels if "≥" in label] == ["gas"]
