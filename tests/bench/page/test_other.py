import dataclasses

from featureshift.bench.page.other import (
    count_given_section,
    image_section,
    no_shift_section,
    reliability_section,
    scale_section,
    sweep_section,
)
from featureshift.bench.reliability import ReliabilityRow
from featureshift.bench.sweep import SweepRow


def test_false_alarms_by_width(make_results):
    methods = {"graphnet": 0.9, "knn-ks": 0.9}
    text = no_shift_section(make_results(methods, suites=("no-shift",)), {})
    assert text.count("| `graphnet` |") == 1
    assert text.count("| `knn-ks` |") == 1  # decides alone here
    assert "259 pairs of 8 to 2,000 columns and 100 to 20,000 rows" in text
    assert "`graphnet` in 25.1 % and `knn-ks` in 25.1 % of the pairs" in text  # 65 of 259
    assert "| 25.1 % of 259 |" in text


def test_the_quietest_is_first(make_results):
    results = make_results({"mrmr": 0.4, "graphnet": 0.9}, suites=("no-shift",))
    rows = tuple(
        dataclasses.replace(row, n_flagged=0) if row.method == "graphnet" else row
        for row in results.rows
    )
    text = no_shift_section(dataclasses.replace(results, rows=rows), {})
    assert text.index("| `graphnet` |") < text.index("| `mrmr` |")
    assert "`graphnet` in 0 % and `mrmr` in 25.1 %" in text


def test_slow_methods_are_compared_on_the_pairs_that_they_ran(make_results):
    results = make_results({"knn-ks": 0.4, "graphnet": 0.9}, suites=("no-shift",))
    short = {task.id for task in results.suites["no-shift-slow"].tasks}
    rows = [row for row in results.rows if row.method == "graphnet" or row.task in short]
    late = next(k for k, row in enumerate(rows) if row.method == "knn-ks")
    rows[late] = dataclasses.replace(rows[late], status="timeout", reason="too slow")
    text = no_shift_section(dataclasses.replace(results, rows=tuple(rows)), {})
    assert text.count("| `graphnet` |") == 2
    assert text.count("| `knn-ks` |") == 1
    assert "169 pairs of 8 to 2,000 columns and 100 to 1,000 rows, which slow methods ran" in text
    assert "1 run that did not end in time left out" in text
    assert "% of 168 |" in text


def test_told_and_alone_are_compared_on_the_same_queries(make_results, make_row):
    results = make_results({"mrmr": 0.4}, suites=("methods",))
    told = tuple(
        make_row(task=row.task, method="mrmr", f1=1.0)
        for row in results.rows
        if row.task.startswith("gas/E4.1")
    )
    text = count_given_section(dataclasses.replace(results, count_given=told))
    assert "| `mrmr` | 0.300 | 1.000 | 3 | gas |" in text


def test_time_and_memory_by_size(make_results):
    text = scale_section(make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("scale",)))
    assert "| rows | columns | `graphnet` s | `graphnet` MB | `mb-sm` s | `mb-sm` MB |" in text
    assert "| 1,000 | 10 | 0.0100 | 4 | 0.0200 | 4 |" in text
    assert len([line for line in text.splitlines() if line.startswith("| 1")]) == 12


def test_the_better_reduction_is_looked_up(make_results):
    def section(f1_mean, f1_max):
        pairs = ("mean", f1_mean), ("max", f1_max)
        sweep = tuple(SweepRow("u", reduce, 0.1, f1, f1, 7) for reduce, f1 in pairs)
        return sweep_section(dataclasses.replace(make_results({}), sweep=sweep), {})

    assert "on 7 queries" in section(0.5, 0.4)
    assert section(0.5, 0.4).endswith("the mean is ahead.")
    assert section(0.4, 0.5).endswith("the maximum is ahead.")


def test_reliability_in_numbers(make_results):
    rows = (
        ReliabilityRow("graphnet", "s", "u", 0, 90, 0, 0.9),
        ReliabilityRow("graphnet", "s", "v", 9, 10, 9, 9.8),
    )
    text = reliability_section(dataclasses.replace(make_results({}), reliability=rows), {})
    assert "| `graphnet` | 100 | 2 | 0.017 | 0.900 |" in text


def test_sections_without_results_are_left_out(make_results):
    empty = make_results({})
    assert no_shift_section(empty, {}) == ""
    assert count_given_section(empty) == ""
    assert scale_section(empty) == ""
    assert sweep_section(empty, {}) == ""
    assert reliability_section(empty, {}) == ""
    assert image_section({}) == ""
    assert "images-maps.svg" in image_section({"images-maps": "needles"})
