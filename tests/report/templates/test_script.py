"""The table of all columns: sorting, searching, pages; and the theme."""

import pytest

pytestmark = pytest.mark.browser


def names(page):
    return page.locator("#rows th").all_inner_texts()


def search(page, text, told):
    """Type and wait for the count of what is found."""
    from playwright.sync_api import expect

    page.locator("#search").fill(text)
    expect(page.locator("#found")).to_have_text(told)


def heading(page, text):
    return page.locator("thead th[data-key]", has_text=text)


@pytest.mark.parametrize("case", ["clinic", "hostile", "scored"])
def test_what_the_script_shows_is_what_the_page_has(opened, case):
    plain = opened(case, java_script_enabled=False)
    with_script = opened(case)
    cells = [
        [row.split("\t") for row in page.locator("#rows tr").all_inner_texts()]
        for page in (plain, with_script)
    ]
    assert cells[0] == cells[1]


def test_sorting_by_name_and_back(opened):
    page = opened("clinic")
    by_rank = names(page)
    heading(page, "Column").get_by_role("button").click()
    assert names(page) == sorted(by_rank)
    assert heading(page, "Column").get_attribute("aria-sort") == "ascending"
    heading(page, "Column").get_by_role("button").click()
    assert names(page) == sorted(by_rank, reverse=True)
    assert heading(page, "Column").get_attribute("aria-sort") == "descending"
    assert heading(page, "Rank").get_attribute("aria-sort") is None
    heading(page, "Rank").get_by_role("button").click()
    assert names(page) == by_rank


def test_sorting_by_score_starts_with_the_highest(opened):
    page = opened("clinic")
    by_rank = names(page)
    heading(page, "Score").get_by_role("button").click()
    assert heading(page, "Score").get_attribute("aria-sort") == "descending"
    assert names(page) == by_rank
    heading(page, "Score").get_by_role("button").click()
    assert names(page)[0] == "patient_id"  # left out, so without a score


def test_searching_names_and_remarks(opened):
    page = opened("clinic")
    search(page, "SHUFFLED", "1 of 11 columns")
    assert names(page) == ["weight_kg"]
    search(page, "_cm", "2 of 11 columns")
    assert names(page) == ["height_cm", "waist_cm"]
    search(page, "nothing of that name", "0 of 11 columns")
    assert names(page) == []
    search(page, "", "11 columns")
    assert len(names(page)) == 11


def test_choosing_by_verdict(opened):
    page = opened("clinic")
    page.locator("#show").select_option("left out")
    assert names(page) == ["patient_id", "pulse"]
    page.locator("#show").select_option("shifted")
    assert names(page) == ["glucose", "weight_kg", "smoker", "bmi"]


def test_pages(opened):
    page = opened("20,000")
    assert page.locator("#where").inner_text() == "Page 1 of 400"
    assert page.locator("#back").is_disabled()
    first = names(page)
    page.locator("#next").click()
    assert page.locator("#rows tr td").first.inner_text() == "51"
    assert not set(names(page)) & set(first)
    page.locator("#back").click()
    assert names(page) == first
    page.locator("#next").click()
    search(page, names(page)[0], "1 of 20,000 columns")
    assert page.locator("#pages").is_hidden()


def test_200_000_columns_stay_usable(opened):
    page = opened("200,000")
    wanted = f"probe_{199_999 * 7919 % 1000003}"
    heading(page, "Column").get_by_role("button").click()
    search(page, wanted, "1 of 200,000 columns")
    assert names(page) == [wanted]
    assert page.locator("tr").count() < 500


def test_the_theme_follows_the_system_until_it_is_chosen(opened):
    page = opened("clinic", color_scheme="dark")
    button = page.locator("#theme")
    assert button.inner_text() == "Light theme"
    button.click()
    assert button.inner_text() == "Dark theme"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 246, 244)"
    button.click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(19, 21, 25)"
    assert page.context.storage_state() == {"cookies": [], "origins": []}
