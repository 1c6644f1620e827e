"""What can be drawn from which results, and that all of it can be read."""

import dataclasses
import itertools

import pytest
from matplotlib.text import Text

from benchmarks.publish.ablation.variants import TITLES
from benchmarks.publish.figures.registry import IMAGE_FIGURES, OTHER_FIGURES, pictures
from benchmarks.publish.figures.style import WIDTH
from benchmarks.publish.reliability import ReliabilityRow
from benchmarks.publish.sweep import THRESHOLDS, SweepRow

SWEEP = tuple(
    SweepRow("u", reduce, threshold, k / 50, 0.5, 30)
    for reduce in ("mean", "max")
    for k, threshold in enumerate(THRESHOLDS)
)
RELIABILITY = tuple(
    ReliabilityRow(method, "s", "u", k, 10, k, k + 0.5)
    for method in ("graphnet", "fslnet")
    for k in range(10)
)


@pytest.fixture
def everything(make_results):
    variants = make_results(dict.fromkeys(TITLES, 0.5), suites=("ablation",)).rows
    return make_results(
        suites=("local", "no-shift"), sweep=SWEEP, reliability=RELIABILITY, ablation=variants
    )


def test_rich_results_give_every_figure(everything):
    found = pictures(everything)
    assert set(OTHER_FIGURES) <= set(found)
    for name in ("local/f1", "local/duel-fslnet-datafix", "local/speedup-graphnet-datafix"):
        assert name in found
    assert not set(IMAGE_FIGURES) & set(found)
    assert all(picture.alt for picture in found.values())


def test_a_method_without_results_is_left_out(make_results):
    found = pictures(make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",)))
    assert "methods/f1" in found
    assert not [name for name in found if "datafix" in name]


def test_a_speedup_takes_equal_rows(make_results):
    results = make_results({"graphnet": 0.9, "datafix": 0.5}, suites=("methods",))
    rows = tuple(
        dataclasses.replace(row, rows_reference=1 if row.method == "datafix" else 2)
        for row in results.rows
    )
    assert "methods/speedup-graphnet-datafix" in pictures(results)
    found = pictures(dataclasses.replace(results, rows=rows))
    assert "methods/speedup-graphnet-datafix" not in found
    assert "methods/duel-graphnet-datafix" in found


def test_one_method_alone_is_no_comparison(make_results):
    assert pictures(make_results({"graphnet": 0.9}, suites=("methods",))) == {}


def test_another_row_is_another_stamp(make_results):
    one, two = (
        pictures(make_results({"graphnet": f1, "mb-sm": 0.5}, suites=("methods",)))
        for f1 in (0.9, 0.8)
    )
    assert one.keys() == two.keys()
    assert all(one[name].stamp != two[name].stamp for name in one)


def test_nothing_overlaps_and_nothing_is_cut_off(everything):
    for name, picture in pictures(everything).items():
        figure = picture.draw()
        figure.draw_without_rendering()
        page = figure.bbox
        assert figure.get_size_inches()[0] == WIDTH
        hidden = set(unseen(figure))
        texts = [
            text
            for text in figure.findobj(Text)
            if text.get_text().strip() and text.get_visible() and text not in hidden
        ]
        boxes = {text: text.get_window_extent() for text in texts}
        for text, box in boxes.items():
            inside = box.x0 >= -1 and box.x1 <= page.x1 + 1 and box.y0 >= -1
            assert inside, f"{name}: {text.get_text()} is cut off"
        for a, b in itertools.combinations(texts, 2):
            tilted = a.get_rotation() % 90 or b.get_rotation() % 90  # boxes lie around them
            assert tilted or not boxes[a].padded(-1).overlaps(boxes[b].padded(-1)), (
                f"{name}: {a.get_text()} and {b.get_text()} overlap"
            )


def unseen(figure):
    """Tick labels beyond the limits of their axis, which exist but are not drawn."""
    for axes in figure.axes:
        for direction in (axes.xaxis, axes.yaxis):
            low, high = sorted(direction.get_view_interval())
            for tick in [*direction.get_major_ticks(), *direction.get_minor_ticks()]:
                if not low <= tick.get_loc() <= high:
                    yield from (tick.label1, tick.label2)
