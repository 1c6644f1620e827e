import dataclasses

import pytest

DRAWN = {"images-maps": "needles", "local/f1": "bars"}


def test_figures_of_images_and_no_others(section, make_results):
    text = section("images", make_results({}), DRAWN)
    assert "![needles](figures/images-maps.svg)" in text
    assert "bars" not in text
    assert section("images", make_results({}), {"local/f1": "bars"}) == ""


@pytest.mark.parametrize(
    ("f1", "words"), [(0.9, "ours is like that too"), (0.3, "ours is not like that")]
)
def test_the_papers_words_beside_our_numbers(section, make_results, f1, words):
    results = make_results({"fslnet": 0.5}, suites=("local",))
    rows = tuple(
        dataclasses.replace(row, f1=f1) if row.task.startswith("mnist/E1/0.05") else row
        for row in results.rows
    )
    text = section("images", dataclasses.replace(results, rows=rows), DRAWN)
    assert f"{words} (F1 on suite `local`, 5 % of the pixels" in text
    assert f"E1 {f1:.3f}, E5 0.500 and E8 0.500)" in text
