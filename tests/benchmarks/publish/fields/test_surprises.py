import dataclasses

from featureshift.bench.task import Task


def changed(results, change):
    """Results with some rows changed: ``change(row, task)`` says how."""
    rows = tuple(
        dataclasses.replace(row, **change(row, Task.from_id(row.task))) for row in results.rows
    )
    return dataclasses.replace(results, rows=rows)


def test_nothing_is_said_where_nothing_surprises(section, make_results):
    expected = {"mrmr": 0.5, "mb-sm": 0.6, "deep-sm": 0.8}
    assert section("surprises", make_results(expected, suites=("local",))) == ""


def test_a_choice_that_ends_too_early(section, make_results):
    results = make_results({"mrmr": 0.8, "graphnet": 0.9}, suites=("local",))

    def fails(row, task):
        bad = row.method == "mrmr" and task.manipulation == "E6.3"
        return {"f1": 0.04, "auroc": 0.987} if bad else {}

    text = section("surprises", changed(results, fails))
    assert "`mrmr` finds E6.2 (0.800) and hardly E6.3 (0.040)" in text
    assert "(area under the ROC curve 0.987)" in text


def test_rankings_that_are_turned_round(section, make_results):
    results = make_results({"fslnet": 0.8, "graphnet": 0.9}, suites=("methods",))

    def turned(row, task):
        bad = row.method == "fslnet" and (task.dataset, task.manipulation) == ("energy", "E4.2")
        few = 1 if task.fraction == 0.05 else 3
        return {"auroc": 0.02 if bad else 0.9, "n_shifted": few}

    text = section("surprises", changed(results, turned))
    assert "ranks the shifted ones of energy/E4.2/0.10 and energy/E4.2/0.25 below" in text
    assert "Of 24 tasks at E4 and E9 with 3 shifted columns or more" in text
    assert "E4.1 0.900, E4.2 0.607, E4.3 0.900 and E9 0.900" in text
    assert "below most others" not in section("surprises", results)


def test_flows_behind_a_gaussian(section, make_results):
    text = section("surprises", make_results({"mb-sm": 0.7, "deep-sm": 0.5}, suites=("local",)))
    # less than they were made as: E4.1 is harder
    assert "`deep-sm` (median F1 0.490) is behind `mb-sm` (0.690)" in text


def test_a_perfect_ranking_that_the_knee_cuts_short(section, make_results):
    results = make_results({"datafix": 0.8, "graphnet": 0.9}, suites=("methods",))
    assert "our knee" not in section("surprises", results)
    rows = tuple(
        dataclasses.replace(row, f1=0.02, auroc=1.0)
        if row.method == "datafix" and row.task.startswith("gas/E4.2/0.10")
        else row
        for row in results.rows
    )
    text = section("surprises", dataclasses.replace(results, rows=rows))
    assert "ranks the columns of gas/E4.2/0.10 almost without an error" in text
    assert "mean F1 of 0.020" in text
