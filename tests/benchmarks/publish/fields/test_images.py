import dataclasses

import pytest

from benchmarks.publish.fields.images import image_section

DRAWN = {"images-maps": "needles", "f1-local": "bars"}


def test_figures_of_images_and_no_others(make_results):
    text = image_section(make_results({}), DRAWN)
    assert "![needles](figures/images-maps.svg)" in text
    assert "bars" not in text
    assert image_section(make_results({}), {"f1-local": "bars"}) == ""


@pytest.mark.parametrize(("f1", "words"), [(0.9, "so is ours"), (0.3, "not so ours")])
def test_the_papers_words_beside_our_numbers(make_results, f1, words):
    results = make_results({"fslnet": 0.5}, suites=("local",))
    rows = tuple(
        dataclasses.replace(row, f1=f1) if row.task.startswith("mnist/E1/0.05") else row
        for row in results.rows
    )
    text = image_section(dataclasses.replace(results, rows=rows), DRAWN)
    assert f"{words} (F1 on suite `local`, 5 % of the pixels" in text
    assert f"E1 {f1:.3f}, E5 0.500 and E8 0.500)" in text
