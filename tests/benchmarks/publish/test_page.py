import re

from benchmarks.publish.figures import pictures
from benchmarks.publish.page import FOLDER, TEMPLATE, render_page


def test_sections_follow_the_results(make_results):
    few = render_page(make_results({"graphnet": 0.9}, suites=("methods",)), {})
    rich = render_page(make_results(suites=("local", "methods", "no-shift", "scale")), {})
    assert "(suite `local`)" not in few
    for title in ("(suite `local`)", "(suite `methods`)", "(suite `no-shift`)", "(suite `scale`)"):
        assert f"{title}\n" in rich
    assert few.endswith("\n")
    assert "\n\n\n" not in rich


def test_every_picture_of_the_results_is_shown_once(make_results):
    results = make_results(suites=("local", "methods", "no-shift"))
    drawn = {name: picture.alt for name, picture in pictures(results).items()}
    linked = re.findall(r"\(figures/([\w/-]+)\.svg\)", render_page(results, drawn))
    assert sorted(linked) == sorted(drawn)


def test_tables_are_rectangular(make_results):
    text = render_page(make_results(suites=("local", "no-shift", "scale")), {})
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("|"):
            assert len({line.count("|") for line in paragraph.splitlines()}) == 1


KNOWN = {"64", "0.1", "0.9", "198,473", "30", "12"}
"""Numbers of the prose that nobody measured here: rules of methods, the ends of what is called the
middle, the paper's extent and limits."""


def test_no_measured_number_is_typed_into_the_template():
    text = (FOLDER / TEMPLATE).read_text(encoding="utf-8")
    prose = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|\(\.\./.*?\)", "", text, flags=re.DOTALL)
    numbers = re.findall(r"(?<![\w.-])\d[\d,]*(?:\.\d+)?(?![\w%])", prose)
    assert "ICML 2025" in prose
    assert set(numbers) - {"2025", "95"} == KNOWN


def test_findings_that_the_page_links_to_are_there_and_dated():
    text = (FOLDER / TEMPLATE).read_text(encoding="utf-8")
    linked = set(re.findall(r"\.\./benchmarks/findings/([^)]+)\)", text))
    findings = {path.name: path for path in (FOLDER.parent / "findings").iterdir()}
    assert linked == findings.keys()
    for name, path in findings.items():
        date = re.match(r"\d{4}-\d\d-\d\d", name)
        assert date, name
        assert f"\n{date[0]}. " in path.read_text(encoding="utf-8")


def test_a_figure_that_is_not_there_leaves_no_gap(make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",))
    text = render_page(results, {"methods/f1": "bars"})
    assert "\n\n![bars](figures/methods/f1.svg)\n\n" in text
    assert "![" not in render_page(results, {})
