import dataclasses

from benchmarks.publish.fields.false_alarms import TRAINED_ON
from featureshift.bench.data import SIMULATED


def test_false_alarms_by_width(section, make_results):
    methods = {"graphnet": 0.9, "knn-ks": 0.9}
    text = section("false_alarms", make_results(methods, suites=("no-shift",)))
    assert text.count("| `graphnet` |") == 1
    assert text.count("| `knn-ks` |") == 1  # decides alone here
    assert "259 pairs of 8 to 2,000 columns and 100 to 20,000 rows" in text
    assert "`graphnet` in 25.1 % and `knn-ks` in 25.1 % of the pairs" in text  # 65 of 259
    assert "| 25.1 % of 259 |" in text


def test_the_quietest_is_first(section, make_results):
    results = make_results({"mrmr": 0.4, "graphnet": 0.9}, suites=("no-shift",))
    rows = tuple(
        dataclasses.replace(row, n_flagged=0) if row.method == "graphnet" else row
        for row in results.rows
    )
    text = section("false_alarms", dataclasses.replace(results, rows=rows))
    assert text.index("| `graphnet` |") < text.index("| `mrmr` |")
    assert "`graphnet` in 0 % and `mrmr` in 25.1 %" in text


def test_slow_methods_are_compared_on_the_pairs_that_they_ran(section, make_results):
    results = make_results({"knn-ks": 0.4, "graphnet": 0.9}, suites=("no-shift",))
    short = {task.id for task in results.suites["no-shift-slow"].tasks}
    rows = [row for row in results.rows if row.method == "graphnet" or row.task in short]
    late = next(k for k, row in enumerate(rows) if row.method == "knn-ks")
    rows[late] = dataclasses.replace(rows[late], status="timeout", reason="too slow")
    text = section("false_alarms", dataclasses.replace(results, rows=tuple(rows)))
    assert text.count("| `graphnet` |") == 2
    assert text.count("| `knn-ks` |") == 1
    assert "169 pairs of 8 to 2,000 columns and 100 to 1,000 rows, which slow methods ran" in text
    assert "1 run that did not finish left out), any column is flagged by `" in text
    assert "% of 168 |" in text
    assert "flags most columns" not in text
    rows = [
        dataclasses.replace(row, n_flagged=row.n_features)
        if row.method == "knn-ks" and row.task.startswith("sim-algebraic/none/0.00/1000x8/")
        else row
        for row in rows
    ]
    text = section("false_alarms", dataclasses.replace(results, rows=tuple(rows)))
    assert "`knn-ks` flags most columns of sim-algebraic/1000x8, where" in text


def test_generated_pairs_are_counted(section, make_results):
    text = section("false_alarms", make_results({"graphnet": 0.9}, suites=("no-shift",)))
    assert "144 of the pairs are of generated tables (`sim-...`), 70 of them by" in text
    assert set(TRAINED_ON) <= set(SIMULATED)


def test_without_results_there_is_no_section(section, make_results):
    assert section("false_alarms", make_results({})) == ""
