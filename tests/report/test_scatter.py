import re
from xml.etree import ElementTree

import pytest

from featureshift.explain import PairView, Partner, Points
from featureshift.report.labels import Labels
from featureshift.report.scatter import MOST_POINTS, scatter

from .made import HOSTILE, pair_view


def dots(svg):
    paths = [path.get("d") for path in svg.iter("path") if "dots" in path.get("class")]
    return [re.findall(r"M([\d.]+) ([\d.]+)h0", path) for path in paths]


def drawn(view, name="weight_kg", partner=None):
    return ElementTree.fromstring(scatter(view, name, partner, "p1"))


def test_each_row_is_a_point_in_the_panel_of_its_side():
    reference, query = dots(drawn(pair_view(n=30)))
    assert (len(reference), len(query)) == (30, 30)
    assert max(float(x) for x, _ in reference) < min(float(x) for x, _ in query)


def test_the_number_of_points_is_bounded():
    assert [len(side) for side in dots(drawn(pair_view(n=3000)))] == [MOST_POINTS] * 2


def test_words_tell_the_change():
    partner = Partner("waist_cm", "correlation", 0.91, -0.004)
    svg = drawn(pair_view(), partner=partner)
    assert "correlation is 0.91 in the reference and 0.00 in the query" in svg.find("desc").text


def test_categories_are_bands_with_names():
    side = Points((0.0, 1.0, 1.0), (3.0, 4.0, 5.0))
    svg = drawn(PairView("sex", side, side, x_labels=("female", "male")))
    texts = [text.text for text in svg.iter("text")]
    assert texts.count("female") == 2
    (first, second, third), _ = dots(svg)
    assert float(first[0]) < float(second[0]) != float(third[0])


@pytest.mark.parametrize("name", HOSTILE)
def test_names_and_categories_are_text(name):
    side = Points((0.0,), (0.0,))
    svg = drawn(PairView(name, side, side, (name,), (name,)), name)
    assert {element.tag for element in svg.iter()} == {"svg", "title", "desc", "path", "text"}


def test_panels_are_called_as_the_user_calls_the_tables():
    side, partner = Points((1.0,), (1.0,)), Partner("x", "correlation", 0.9, 0.1)
    view, labels = PairView("x", side, side), Labels("May<b>", "June")
    svg = ElementTree.fromstring(scatter(view, "y", partner, "p1", labels=labels))
    assert [t.text for t in svg.iter("text") if t.get("class") == "side"] == ["May<b>", "June"]
    (told,) = svg.iter("desc")
    assert told.text.endswith("is 0.90 in May<b> and 0.10 in June.")


def test_instants_are_dates():
    side = Points((1.0, 2.0), (1.70e9, 1.73e9))
    svg = ElementTree.fromstring(scatter(PairView("x", side, side), "when", None, "p1", {"when"}))
    assert "2024-01" in [text.text for text in svg.iter("text")]


def test_no_rows_give_empty_panels():
    assert dots(drawn(PairView("x", Points((), ()), Points((), ())))) == [[], []]
