"""Both themes, a phone, and paper."""

import pytest

pytestmark = pytest.mark.browser

TOO_FAINT = """() => {
    const lightness = ([r, g, b]) => {
        const linear = (v) => (v <= 10 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const color = numbers(getComputedStyle(at).backgroundColor);
            if (color.length < 4 || color[3] > 0) return color;
        }
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent.trim() || !element.checkVisibility()) continue;
        if (element.closest("script, title, desc")) continue;
        const style = getComputedStyle(element);
        const ink = lightness(numbers(element instanceof SVGElement ? style.fill : style.color));
        const paper = lightness(behind(element));
        const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
        if (contrast < 4.5) found.push([walker.currentNode.textContent.trim(), contrast]);
    }
    return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("case", ["clinic", "none", "loaded", "undoable"])
def test_every_text_has_enough_contrast(opened, scheme, case):
    page = opened(case, color_scheme=scheme)
    assert page.evaluate(TOO_FAINT) == []


@pytest.mark.parametrize("case", ["clinic", "hostile", "none", "20,000", "undoable"])
@pytest.mark.parametrize("width", [320, 360, 768])
def test_no_sideways_scrolling(opened, case, width):
    page = opened(case, size=(width, 740))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.querySelector('.frame').scrollWidth") <= width


@pytest.mark.parametrize("width", [360, 1100])
def test_long_lines_of_code_are_seen_whole(opened, width):
    page = opened("undoable", size=(width, 740))
    assert page.locator(".card .code").count() > 0
    for code in page.locator(".code").locator("visible=true").all():
        assert code.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_names_have_room_beside_long_words(opened):
    page = opened("long words")
    name = page.locator("#c1 h3")
    assert name.evaluate("e => e.offsetHeight < 2 * parseFloat(getComputedStyle(e).lineHeight)")


def test_what_is_pressed_on_a_phone_is_large_enough(opened):
    page = opened("clinic", size=(360, 740), has_touch=True)
    for selector in ("#theme", "#search", "#show", "thead button", ".card summary"):
        box = page.locator(selector).locator("visible=true").first.bounding_box()
        assert box["height"] >= 32, selector


def test_paper_shows_all_cards_and_no_controls(opened):
    page = opened("20,000", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for gone in ("#theme", "#controls", "#next"):
        assert not page.locator(gone).is_visible()
    assert page.locator("#c20 .chart").bounding_box()["height"] > 50  # though folded on screen


def test_paper_takes_up_as_many_pages_as_needed(opened):
    page = opened("clinic")
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert page.heard.said == []


def test_no_motion_for_those_who_do_not_want_it(opened):
    page = opened("clinic", reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_the_focus_is_seen(opened):
    page = opened("clinic")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    style = "getComputedStyle(document.activeElement)"
    assert page.evaluate(f"{style}.outlineStyle") == "solid"
    assert float(page.evaluate(f"{style}.outlineWidth").removesuffix("px")) >= 2


def test_sides_differ_in_form_and_not_in_color_alone(opened):
    page = opened("clinic")

    def look(selector, what):
        return page.locator(selector).first.evaluate(f"e => getComputedStyle(e).{what}")

    assert look(".card .chart .reference", "fill") != "none"
    assert look(".card .chart .query.line", "fill") == "none"
