import subprocess
import sys

import pytest

from benchmarks.publish.figures.style import LOOKS, canvas, in_cells, in_seconds, look, name_ticks
from featureshift.methods import METHODS


def test_every_method_has_a_look_of_its_own():
    assert set(METHODS) <= set(LOOKS)
    assert len({each.color for each in LOOKS.values()}) == len(LOOKS)
    assert len({each.marker for each in LOOKS.values()}) == len(LOOKS)
    assert look("of-ones-own") not in LOOKS.values()


def test_colors_can_be_read_on_white():
    """3 to 1 is what WCAG asks of graphics; yellows and sky blue come near, so 2 is held here."""
    for each in LOOKS.values():
        channels = [int(each.color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        luminance = sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
        assert 1.05 / (luminance + 0.05) > 2


def test_canvas_has_column_width_and_tells_its_basis():
    figure, axes = canvas(2, 3, 4.0, "suite s")
    assert figure.get_size_inches()[0] * 96 == pytest.approx(650, abs=10)
    assert len(axes) == 6
    assert "suite s" in [text.get_text() for text in figure.texts]


@pytest.mark.parametrize(("names", "angle"), [(["a", "b"], 0), (["long_name"] * 12, 35)])
def test_names_are_tilted_where_they_do_not_fit(names, angle):
    _, (axis,) = canvas(1, 1, 2.0, "")
    name_ticks(axis, names)
    assert {label.get_rotation() for label in axis.get_xticklabels()} == {angle}


def test_seconds_are_written_out():
    figure, (axis,) = canvas(1, 1, 2.0, "")
    axis.plot([0.01, 100], [1, 2])
    axis.set_xscale("log")
    in_seconds(axis.xaxis)
    figure.draw_without_rendering()
    assert {"0.01", "1", "100"} <= {label.get_text() for label in axis.get_xticklabels()}


@pytest.mark.parametrize(("cells", "told"), [((4e4, 1e5), "50 k"), ((1e5, 1e7), "1 M")])
def test_cells_are_written_in_thousands_and_millions(cells, told):
    figure, (axis,) = canvas(1, 1, 2.0, "")
    axis.plot(cells, [1, 2])
    axis.set_xscale("log")
    in_cells(axis.xaxis)
    figure.draw_without_rendering()
    assert told in {label.get_text() for label in axis.get_xticklabels()}


def test_matplotlib_is_not_imported_before_something_is_drawn():
    code = (
        "import sys, benchmarks.publish.figures, benchmarks.publish.page, featureshift.cli\n"
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
