import dataclasses

import pytest

from benchmarks.publish.ablation.trained import Trained
from benchmarks.publish.ablation.variants import TITLES
from benchmarks.publish.published import ABLATION_F1
from featureshift.bench.task import load_suites


@pytest.fixture
def ablated(make_results):
    """Results of variants with the given F1, on a suite."""

    def make(f1, suite="methods", trained=()):
        rows = make_results(f1, suites=(suite,)).rows
        return make_results({}, ablation=rows, trained=tuple(trained))

    return make


def test_without_results_there_is_no_section(section, make_results):
    assert section("ablation", make_results(), {}) == ""


def test_the_papers_rows_are_all_there():
    assert list(ABLATION_F1) == list(TITLES)


def test_ours_stand_beside_the_papers(section, ablated):
    trained = [Trained("sm-pn", 1200.0, 1, 1500, 0.4321, "abc")]
    text = section("ablation", ablated({"sm-threshold": 0.3, "sm-pn": 0.6}, trained=trained), {})
    assert "| SM | 0.307 | 0.290 | 0." in text
    assert "| SM + PN | 0.710 | 0.590 | 0." in text
    assert "| 1,500 | 0.432 |" in text
    assert "| ME + PN | 0.742 | - | - | - | - |" in text
    assert "trained for 1,200 s in 1 thread, where" in text
    assert "Suite `methods`: 90 tasks" in text
    assert "A network over the measures adds +0.300 (the paper's +0.403)." in text
    assert "beside the other two" not in text


def test_gains_of_parts_and_the_best(section, ablated):
    f1 = {name: 0.1 * k for k, name in enumerate(TITLES, start=2)}
    text = section("ablation", ablated(f1), {})
    assert "ME beside the other two adds +0.100 (the paper's +0.011)." in text
    assert "SM beside the other two adds +0.300 (the paper's +0.119)." in text
    assert "Best is SM + ME + NE + PN; as in the paper." in text
    text = section("ablation", ablated(f1 | {"sm-pn": 1.0}), {})
    assert "Best is SM + PN; in the paper it is SM + ME + NE + PN." in text
    text = section("ablation", ablated(f1 | {"sm-pn": f1["sm-me-ne-pn"]}), {})
    assert "Best is SM + PN and SM + ME + NE + PN; in the paper" in text


def test_variants_are_compared_on_the_same_tasks(section, ablated):
    """One that has not run every kind of task yet is left out."""
    results = ablated({"sm-pn": 0.6, "me-pn": 0.7})
    few = tuple(row for row in results.ablation if row.method == "sm-pn" or "/E1/" in row.task)
    text = section("ablation", dataclasses.replace(results, ablation=few), {})
    assert "| SM + PN | 0.710 | 0.590 |" in text
    assert "| ME + PN | 0.742 | - |" in text


def test_the_suite_is_found(section, ablated):
    assert "smoke" in load_suites()
    assert "Suite `smoke`: 6 tasks" in section(
        "ablation", ablated({"sm-pn": 0.6}, suite="smoke"), {}
    )


def test_steps_are_compared_where_both_were_trained(section, ablated):
    trained = [
        Trained(name, 9.0, 2, step, 0.4, "abc") for name, step in (("sm-pn", 9000), ("ne-pn", 80))
    ]
    text = section("ablation", ablated({"sm-pn": 0.6}, trained=trained), {"ablation": "bars"})
    assert "SM + PN came to its best model at step 9,000, NE + PN at step 80" in text
    assert "![bars](figures/ablation.svg)" in text
    assert "came to its best" not in section("ablation", ablated({"sm-pn": 0.6}), {})


@pytest.mark.parametrize(("with_moments", "apart"), [(0.6, True), (0.1, False)])
def test_which_part_sees_relations(section, ablated, with_moments, apart):
    f1 = {name: with_moments if "me" in name.split("-") else 0.2 for name in TITLES}
    text = section("ablation", ablated(f1), {})
    assert f"variants with ME reach {with_moments:.3f} to {with_moments:.3f}, those without" in text
    assert ("only the moment network learns relations" in text) is apart
    assert "variants with ME" not in section("ablation", ablated({"sm-pn": 0.6}), {})
