import pytest
from matplotlib.colors import to_hex

from benchmarks.publish.figures.bars import draw_f1
from benchmarks.publish.figures.style import look, shown


def test_bars_are_the_means_and_medians_in_one_order(compared):
    left, right = draw_f1(compared).axes
    assert [label.get_text() for label in left.get_yticklabels()] == shown(compared.methods)
    assert compared.methods[0] == "graphnet"
    widths = [bar.get_width() for bar in left.patches]
    assert widths == pytest.approx([summary.mean for summary in compared.summaries])
    assert [bar.get_width() for bar in right.patches] == pytest.approx(widths)  # no spread here
    assert "0.890" in [text.get_text() for text in left.texts]  # 0.9, and 0.8 at one of ten


def test_each_bar_has_its_methods_color(compared):
    for axis in draw_f1(compared).axes:
        colors = [to_hex(bar.get_facecolor()).upper() for bar in axis.patches]
        assert colors == [look(method).color.upper() for method in compared.methods]
