import numpy as np
import pytest

from benchmarks.publish.figures.maps import draw_map
from benchmarks.publish.figures.style import canvas


def drawn(values, **options):
    _, (axis,) = canvas(1, 1, 2.0, "")
    draw_map(axis, values, **options)
    return axis


def test_numbers_are_written_and_what_is_missing_stays_empty():
    axis = drawn([[0.123, np.nan], [1.0, 0.5]])
    written = {text.get_position(): text.get_text() for text in axis.texts}
    assert written == {(0, 0): "0.12", (0, 1): "1.00", (1, 1): "0.50"}


@pytest.mark.parametrize(("worst", "best"), [(0, 1), (1, 0)])
def test_bad_is_dark_with_white_numbers(worst, best):
    axis = drawn([[worst, best]], worst=worst, best=best, digits=0)
    assert [text.get_color() for text in axis.texts] == ["white", "black"]
    assert axis.images[0].get_array().tolist() == [[0.0, 1.0]]
