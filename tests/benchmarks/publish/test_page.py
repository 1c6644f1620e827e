import dataclasses
import re

from benchmarks.publish.figures import pictures
from benchmarks.publish.page import render_page
from featureshift.bench.give_up import UNTRIED


def test_sections_follow_the_results(make_results):
    few = render_page(make_results({"graphnet": 0.9}, suites=("methods",)), {})
    rich = render_page(make_results(suites=("local", "methods", "no-shift", "scale")), {})
    assert "(suite `local`)" not in few
    for title in ("(suite `local`)", "(suite `methods`)", "(suite `no-shift`)", "(suite `scale`)"):
        assert f"{title}\n" in rich
    assert few.endswith("\n")
    assert "\n\n\n" not in rich


def test_coverage_counts_what_was_run(make_results):
    text = render_page(make_results({"graphnet": 0.9}, suites=("methods",)), {})
    assert "| queries run | `published`, of 348 | `methods`, of 90 |" in text
    assert "| `graphnet` | 30 | 90 |" in text  # energy is the same in both


def test_cells_that_were_not_tried_are_told_from_those_that_were(make_results):
    results = make_results({"graphnet": 0.9, "datafix": 0.5}, suites=("methods",))
    reasons = f"{UNTRIED}: 2 others", f"{UNTRIED}: 2 others", "not finished after 180.0 s"
    stopped = [
        dataclasses.replace(row, status="timeout", reason=reason)
        for row, reason in zip(results.rows[-3:], reasons, strict=True)
    ]
    broken = dataclasses.replace(results, rows=(*results.rows[:-3], *stopped))
    assert "not tried" not in render_page(results, {})
    text = render_page(broken, {})
    assert "Of the unfinished cells 2 were not tried" in text
    assert "90 (3 unfinished)" in text


def test_every_picture_of_the_results_is_shown_once(make_results):
    results = make_results(suites=("local", "methods", "no-shift"))
    drawn = {name: picture.alt for name, picture in pictures(results).items()}
    linked = re.findall(r"\(figures/([\w-]+)\.svg\)", render_page(results, drawn))
    assert sorted(linked) == sorted(drawn)


def test_tables_are_rectangular(make_results):
    text = render_page(make_results(suites=("local", "no-shift", "scale")), {})
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("|"):
            assert len({line.count("|") for line in paragraph.splitlines()}) == 1
