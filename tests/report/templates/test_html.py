"""The page as a whole: silent, inert, and made so that everybody can read it."""

import pytest

from ..made import HOSTILE
from .conftest import CASES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("case", CASES)
def test_no_complaint_and_no_request(opened, case):
    page = opened(case)
    page.locator("#search").fill("a")
    page.locator("#theme").click()
    assert page.heard.said == []
    assert [url for url in page.heard.requests if not url.startswith("data:")] == [page.url]


def test_hostile_names_are_text(opened):
    page = opened("hostile")
    assert page.heard.said == []
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    shown = page.locator("#rows th").all_inner_texts()
    assert len(shown) == len(HOSTILE) + 1
    for name in HOSTILE[:3]:
        assert name in shown
    page.locator("#search").fill("<SCRIPT>alert")
    assert page.locator("#rows th").first.inner_text() == "<script>alert(1)</script>"


def test_the_policy_stops_what_is_not_ours(opened):
    page = opened("clinic")
    with page.expect_console_message():
        page.evaluate(
            """() => {
                const added = document.createElement("img");
                added.src = "http://127.0.0.1:9/x.png";
                document.body.append(added);
            }"""
        )
    assert any("Content Security Policy" in said for said in page.heard.said)


def test_without_scripts_the_best_columns_are_listed(opened):
    page = opened("clinic", java_script_enabled=False)
    assert page.locator("#rows tr").count() == 11
    assert page.locator("noscript .notice").is_visible()
    assert not page.locator("#controls").is_visible()


def test_the_keyboard_reaches_everything(opened):
    page = opened("clinic")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert {"theme", "search", "show", "A", "SUMMARY", "BUTTON"} <= reached
    page.locator(".card summary").first.focus()
    page.keyboard.press("Enter")
    assert not page.locator("#c1").get_attribute("open")


def test_structure_for_screen_readers(opened):
    page = opened("clinic")
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator("h1").count() == 1
    assert page.locator("table:not(:has(caption))").count() == 0
    assert page.locator("thead th:not([scope]), tbody th:not([scope])").count() == 0
    assert page.locator("svg.chart:not([role=img])").count() == 0
    assert page.locator("svg:not(.chart):not([aria-hidden], [aria-hidden] *)").count() == 0
    assert page.get_by_role("searchbox", name="Search").count() == 1
    assert page.get_by_role("columnheader", name="Score").get_attribute("aria-sort") is None


def test_a_link_opens_its_card(opened):
    page = opened("20,000")
    name = page.locator("#c15 h3").inner_text()
    assert page.locator("#c15").get_attribute("open") is None
    page.locator("#search").fill(name)
    page.locator("#rows a").first.click()
    assert page.locator("#c15").get_attribute("open") is not None


@pytest.mark.parametrize("width", [360, 1100])
def test_the_schema_stands_below_the_headline_and_fits(opened, width):
    page = opened("clinic", size=(width, 800))
    assert page.locator("h1").inner_text().startswith("1 column missing, 1 changed type;")
    broken = page.locator(".schema li.breaks")
    assert broken.count() == 2
    assert "missing column" in broken.first.inner_text()
    assert broken.first.bounding_box()["y"] > page.locator("h1").bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_each_open_card_ends_with_a_next_step(opened):
    page = opened("clinic")
    cards = page.locator(".card[open]")
    assert cards.count() > 0
    for place in range(cards.count()):
        assert cards.nth(place).locator(".next").inner_text().endswith(".")


def test_the_population_is_told_before_the_columns(opened):
    page = opened("population")
    told = page.locator(".verdict .lead").first
    assert "more rows with age < 30" in told.inner_text()
    assert page.locator(".card h3").all_inner_texts() == ["age", "income"]


def test_columns_that_moved_together_are_one_card(opened):
    page = opened("wrong join")
    assert page.locator(".card").count() == 2
    card = page.locator(".card").first
    assert card.locator("h3").inner_text() == "weight_kg, bmi, waist_cm"
    assert "as after a wrong join" in card.inner_text()
    assert "one of 3 columns" in card.inner_text()
    page.locator("#rows").get_by_role("link", name="waist_cm").click()
    assert card.get_attribute("open") is not None


def test_what_can_be_undone_is_code_to_copy(opened):
    page = opened("undoable")
    lines = page.locator("#undo .code").all_inner_texts()
    assert len(lines) == len(HOSTILE)
    found = {}
    exec("\n".join(lines), {"query": dict.fromkeys(HOSTILE, 5.08), "repaired": found})
    shown = [name for name in HOSTILE if len(name) < 300]
    assert {name: found[name] for name in shown} == dict.fromkeys(shown, 2.0)
    page.locator(".verdict a[href='#undo']").click()
    assert page.locator("#undo-title").is_visible()
    assert page.heard.said == []
