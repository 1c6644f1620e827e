import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from featureshift.explain import Diagnosis, Explanation, Partner
from featureshift.report import report_data
from featureshift.report.page import MOST_CARDS, MOST_HINTS, TEMPLATES, render_html

from .conftest import data_of
from .made import (
    HOSTILE,
    category_column,
    column,
    hostile,
    joint_column,
    localization,
    undoable,
)
from .made import wrong_join as made_wrong_join


class Elements(HTMLParser):
    """Every start tag with its attributes, and the text of the page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(page)
        self.text = " ".join(self.texts)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.texts.append(data.strip())


def test_verdict_comes_first_and_sections_follow(clinic):
    page = render_html(clinic)
    order = ["other columns shifted</h1>", "What shifted", "All columns", "How it was computed"]
    places = [page.index(text) for text in order]
    assert places == sorted(places)
    assert '<html lang="en">' in page


def test_nothing_is_asked_for(clinic):
    links = [
        value
        for _, attributes in Elements(render_html(clinic)).tags
        for name, value in attributes.items()
        if name in ("src", "href", "action", "srcset", "xlink:href")
    ]
    assert all(link.startswith("#") or link == "data:," for link in links)
    assert not re.search(r"url\(|@import|https?:", (TEMPLATES / "report.css").read_text())


def test_policy_allows_this_style_and_this_script_only(clinic):
    page = render_html(clinic)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert "default-src &#39;none&#39;" in policy
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        content = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.S)[1]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src &#39;sha256-{digest}&#39;" in policy
    assert not any("style" in attributes for _, attributes in Elements(page).tags)


def test_hostile_names_add_no_element_and_no_attribute():
    tame = Elements(render_html(data_of(lambda: renamed(*hostile()))))
    wild = Elements(render_html(data_of(hostile)))
    assert {tag for tag, _ in wild.tags} == {tag for tag, _ in tame.tags}
    assert {a for _, found in wild.tags for a in found} == {
        a for _, found in tame.tags for a in found
    }
    assert "<script>alert(1)</script>" in wild.text
    assert "\u202e" not in wild.text


def renamed(result, explanation):
    """The hostile case with harmless names."""
    names = [f"c{i}" for i in range(len(HOSTILE))]

    columns = tuple(
        category_column(name, 9.0) if i % 2 else joint_column(name, 9.0)
        for i, name in enumerate(names)
    )
    return localization([*names, "age"], len(names), notes=result.notes), Explanation(
        columns, explanation.rows_reference, explanation.rows_query
    )


def test_attributes_are_well_formed(clinic):
    for _, attributes in Elements(render_html(clinic)).tags:
        assert not [value for value in attributes.values() if value and value.startswith('"')]


def test_a_table_without_rows_is_not_shown():
    same = (Partner("b", "correlation", 0.5, 0.49),)
    explanation = Explanation((column("a", 1.0, partners=same),), 9, 9)
    page = render_html(report_data(localization(["a", "b"], 1), explanation=explanation))
    assert "Numbers that changed" in page
    assert "Relations that changed" not in page


def test_ids_are_unique(clinic):
    ids = [a["id"] for _, a in Elements(render_html(clinic)).tags if "id" in a]
    assert len(ids) == len(set(ids))


def test_every_picture_has_words(clinic):
    page = render_html(clinic)
    pictures = re.findall(r'<svg class="chart.*?</svg>', page, re.S)
    assert len(pictures) == 4
    assert all("<title" in picture and "<desc" in picture for picture in pictures)


def test_the_schema_is_in_the_headline_and_right_below(clinic):
    page = render_html(clinic)
    assert "<h1>1 column missing, 1 changed type; 4 of the 9 other columns shifted</h1>" in page
    verdict = " ".join(Elements(page).text.split("What shifted")[0].split())
    assert "pulse is missing in the query" in verdict
    assert verdict.index("type changed: number -> text") < verdict.index("Most certain")


def test_passengers_are_said_to_be_passengers(clinic):
    text = Elements(render_html(clinic)).text
    assert "Passengers" in text
    assert "a passenger, not a culprit" in text


def test_a_result_without_evidence_says_so():
    data = report_data(localization(["a", "b"], 1))
    page = render_html(data)
    assert "There is no evidence to show" in page
    assert "<details" not in page.split('id="columns"')[0]


def test_no_shift_has_no_section_of_shifts():
    page = render_html(report_data(localization(["a", "b"], 0)))
    assert "No shift found in 2 columns" in page
    assert "What shifted" not in page


@pytest.mark.parametrize(("n", "most"), [(1_000, 1_000_000), (200_000, 5_000_000)])
def test_size(n, most):
    names = [f"a_column_with_a_long_name_{i * 7919 % 1000003}" for i in range(n)]
    columns = tuple(column(name, 1.0) for name in names[:200])
    data = report_data(localization(names, n), explanation=Explanation(columns, 9, 9))
    page = render_html(data)
    assert len(page.encode()) < most
    assert page.count('<details class="card') == MOST_CARDS


def test_an_event_has_one_card(wrong_join):
    text = render_html(wrong_join)
    assert text.count('<details class="card') == 2
    assert text.count("Moved together against") == 1
    card = text[text.index('id="c1"') : text.index('id="c2"')]
    for name in ("weight_kg", "bmi", "waist_cm"):
        assert f'<bdi class="name">{name}</bdi>' in card
    assert "one of 3 columns" in card
    assert "more shifted columns" not in text


def test_of_an_event_no_other_story_of_one_column_is_told():
    result, explanation = made_wrong_join()
    other = Diagnosis("noise", "random errors were added", "low")
    first, *rest = explanation.columns
    several = replace(first, diagnoses=(*first.diagnoses, other))
    explanation = replace(explanation, columns=(several, *rest))
    text = render_html(report_data(result, explanation=explanation))
    assert "random errors were added" not in text.lower()


def test_an_event_alone_is_the_verdict():
    result, explanation = made_wrong_join()
    shifted = result.shifted & (np.array(result.features) != "glucose")
    only = Explanation(tuple(c for c in explanation.columns if c.moved_with), 10, 10)
    text = render_html(report_data(replace(result, shifted=shifted), explanation=only))
    lead = text[text.index('<p class="lead">') :]
    assert "Moved together against" in lead[: lead.index("</p>")]


def test_what_can_be_undone_is_on_its_card_and_in_a_section_of_its_own():
    page = render_html(data_of(lambda: undoable(["x"])))
    _, card, section = page.split('<pre class="code"')[0:3]
    line = "repaired[&#34;x&#34;] = query[&#34;x&#34;] / 2.54</code>"
    assert line in card
    assert line in section
    assert '<a href="#undo">1 change can be undone</a>' in page
    assert '<a href="#c1"><bdi class="name">x</bdi></a>: <bdi>divided by 2.54</bdi>' in page


def test_nothing_to_undo_is_not_spoken_of(wrong_join):
    nothing = replace(wrong_join, undoable=())
    assert "undone" not in render_html(nothing)
    assert "undone" in render_html(wrong_join)


def test_hostile_names_in_code_add_no_element():
    given, plain = (
        render_html(data_of(lambda n=n: undoable(n))) for n in (HOSTILE, "abcdefghijklm")
    )
    assert [tag for tag, _ in Elements(given).tags] == [tag for tag, _ in Elements(plain).tags]


def test_a_long_list_of_what_can_be_undone_is_cut():
    page = render_html(data_of(lambda: undoable([f"c{i}" for i in range(MOST_HINTS + 3)])))
    assert "And 3 more: <code>result.repair_code()</code> writes all." in page
