import dataclasses

from benchmarks.publish.fields.other import count_given_section, scale_section, sweep_section
from benchmarks.publish.sweep import SweepRow


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
    assert "; the mean is ahead." in section(0.5, 0.4)
    assert "; the maximum is ahead." in section(0.4, 0.5)


def test_sections_without_results_are_left_out(make_results):
    empty = make_results({})
    assert count_given_section(empty) == ""
    assert scale_section(empty) == ""
    assert sweep_section(empty, {}) == ""
