from html.parser import HTMLParser

from featureshift.report import report_data
from featureshift.report.notebook import render_short

from .made import localization


def test_snapshot(clinic, snapshot):
    snapshot("clinic.html", render_short(clinic).replace("><", ">\n<"))


def test_no_script_and_no_style_sheet(hostile):
    tags = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            tags.add(tag)

    Reader().feed(render_short(hostile))
    table = {"table", "thead", "tbody", "tr", "th", "td"}
    assert tags <= table | {"div", "p", "strong", "br", "code", "small", "ul", "li"}


def test_it_stays_short():
    text = render_short(report_data(localization([f"c{i}" for i in range(5000)], 4000)))
    assert "And 3,990 more columns." in text
    assert len(text) < 5000


def test_a_notebook_shows_it():
    result = localization(["a"], 0)
    assert "No shift found in 1 column" in result._repr_html_()


def test_an_event_is_one_row(wrong_join):
    text = render_short(wrong_join)
    assert text.count("Moved together against") == 1
    assert "<code>weight_kg, bmi, waist_cm</code>" in text
    assert "more column" not in text
