import dataclasses
import re

import pytest

from benchmarks.publish.fields.comparison import TITLES, method_table
from benchmarks.publish.load_results import COMPARED


def test_every_compared_suite_has_a_title():
    assert set(TITLES) == set(COMPARED)


def test_tables_by_method_manipulation_and_data_set(section, make_results):
    text = section("suites", make_results({"graphnet": 0.9, "knn-ks": 0.5}, suites=("methods",)))
    assert re.search(r"\| `graphnet` \| 0.890 \| 0.8\d\d to \d.\d\d\d \| 0.890 \|", text)
    assert "| `graphnet` | 0.900 | 0.900 | 0.900 | 0.800 |" in text  # E1 E2 E3 E4.1
    assert "| mean F1 | gas | covid | energy |" in text
    rows = [line for line in text.splitlines() if line.startswith("| `knn-ks` | 0.490 |")]
    assert rows[0].endswith("| yes |")


def test_what_it_is_based_on_is_computed(section, make_results):
    text = section("suites", make_results({"graphnet": 0.9}, suites=("methods",)))
    assert "90 tasks of gas, covid and energy (30 each)" in text
    assert "at most 2,000 rows per table, run on x86_64" in text
    assert "learned from" not in text
    assert "### Speed" not in text


def test_a_method_that_has_only_begun_is_named(section, make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",))
    begun = [row for row in results.rows if row.method == "graphnet" or "/E1/" in row.task]
    text = section("suites", dataclasses.replace(results, rows=tuple(begun)))
    assert "Of 90 tasks these methods ran too few to be compared: `mb-sm` (9)." in text
    assert "| `mb-sm` |" not in text


def test_fast_methods_are_also_shown_on_all_tasks(section, make_results):
    results = make_results({"graphnet": 0.9, "datafix": 0.5}, suites=("methods",))
    rows = tuple(r for r in results.rows if r.method == "graphnet" or "/0.10/" in r.task)
    text = section("suites", dataclasses.replace(results, rows=rows))
    assert "30 tasks of gas" in text
    assert "On all 90 tasks of the suite" in text


def test_tables_that_a_method_learned_from_are_told(section, make_results):
    results = make_results({"graphnet": 0.9}, suites=("methods",))
    rows = (dataclasses.replace(results.rows[0], trained_on=True), *results.rows[1:])
    assert "In 1 run the method has learned" in section(
        "suites", dataclasses.replace(results, rows=rows)
    )


def test_figures_that_are_there_are_shown(section, make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",))
    text = section("suites", results, drawn={"methods/f1": "bars", "methods/size": "lines"})
    assert "![bars](figures/methods/f1.svg)" in text
    assert "### Speed\n\n![lines](figures/methods/size.svg)" in text


@pytest.mark.parametrize("status", ["timeout", "memory"])
def test_unfinished_cells_are_counted(make_results, status):
    results = make_results({"graphnet": 0.9, "datafix": 0.5}, suites=("methods",))
    stopped = dataclasses.replace(results.rows[-1], status=status, reason="x", seconds=700.0)
    whole = dataclasses.replace(results, rows=(*results.rows[:-1], stopped))
    row = next(
        line
        for line in method_table(whole.comparisons["methods"]).splitlines()
        if "datafix" in line
    )
    assert "| 600 | 1 | no |" in row


def test_methods_with_fewer_rows_are_named(section, make_results):
    results = make_results({"graphnet": 0.9, "fslnet": 0.7}, suites=("methods",))
    assert "fewer rows" not in section("suites", results)
    capped = {row.task for row in results.rows[:6]}
    rows = tuple(
        dataclasses.replace(row, rows_reference=50, rows_query=50)
        if row.method == "fslnet" and row.task in capped
        else row
        for row in results.rows
    )
    short = dataclasses.replace(results, rows=rows)
    text = section("suites", short)
    assert f"Slow methods had fewer rows: `fslnet` in {len(capped)} tasks (at most 50)." in text
