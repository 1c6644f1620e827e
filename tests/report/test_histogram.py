import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from featureshift.explain import Chart
from featureshift.report.histogram import describe, histogram, is_histogram, own_scales, sparkline
from featureshift.report.labels import Labels

from .made import HOSTILE, category_chart, numeric_chart


def heights(path):
    return [float(y) for y in re.findall(r"V([\d.]+)H", path)]


def drawn(chart, name="glucose"):
    svg = ElementTree.fromstring(histogram(chart, name, "h1"))
    return {path.get("class"): path.get("d") for path in svg.iter("path")}, svg


def test_both_sides_are_drawn_to_one_scale():
    chart = Chart(False, (), (0.0, 1.0, 2.0), (0.5, 0.5), (1.0, 0.0), 0, 0)
    paths, _ = drawn(chart)
    assert heights(paths["reference area"]) == [56, 56]
    assert heights(paths["query line"]) == [8]  # full height, and nothing where nothing is


def test_a_wide_cell_is_lower_than_a_narrow_one_of_the_same_share():
    chart = Chart(False, (), (0.0, 1.0, 5.0), (0.5, 0.5), (0.5, 0.5), 0, 0)
    narrow, wide = heights(drawn(chart)[0]["reference area"])
    assert 104 - narrow == pytest.approx(4 * (104 - wide), rel=0.05)


def test_a_flat_side_stays_visible_beside_a_peak_and_that_is_told():
    edges = tuple(float(i) for i in range(101))
    peak, flat = (1.0, *[0.0] * 99), (0.01,) * 100
    chart = Chart(False, (), edges, flat, peak, 0, 0)
    assert own_scales(chart)
    paths, _ = drawn(chart)
    assert heights(paths["query line"]) == [8]
    assert heights(paths["reference area"])[50] == pytest.approx(104 - 0.4 * 96)
    assert not own_scales(numeric_chart(0.6))


def test_words_say_where_the_values_lie():
    chart = Chart(False, (), (0.0, 10.0, 20.0), (1.0, 0.0), (0.0, 1.0), 0, 0)
    assert describe(chart) == (
        "Half of the reference values lie between 2.5 and 7.5; "
        "half of the query values lie between 12.5 and 17.5."
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_text(name):
    _, svg = drawn(numeric_chart(), name)
    assert [child.tag for child in svg][:2] == ["title", "desc"]
    assert not list(svg.iter("script"))


def test_a_side_without_values_is_empty():
    chart = replace(numeric_chart(), query=(0.0,) * 20)
    assert "none" in describe(chart)
    assert drawn(chart)


def test_a_glance_repeats_the_picture_or_shows_categories():
    assert 'href="#h7"' in sparkline(numeric_chart(), "h7")
    assert "use" not in sparkline(category_chart(), "h7")
    assert "query line" in sparkline(category_chart(), "h7")
    empty = Chart(False, (), (), (), (), 0.5, 1.0)
    assert not is_histogram(empty)
    assert ElementTree.fromstring(sparkline(empty, "h7")).tag == "svg"


def test_sides_are_called_as_the_user_calls_the_tables():
    picture = histogram(numeric_chart(0.6), "glucose", "h1", labels=Labels("May", "June"))
    assert "<title" in picture
    assert "Distribution of glucose in May and June" in picture
    assert not re.search(r"the (reference|query)\b", picture)
