import dataclasses
import math

import pytest

from benchmarks.publish.comparable_rows import ComparableRows, on_all_tasks, on_common_tasks
from featureshift.bench.task import SlowCap, Suite, Task

TASKS = tuple(
    Task(dataset, manipulation, fraction, 100, 0, 0)
    for dataset in ("v", "u")
    for manipulation in ("E10", "E2")
    for fraction in (0.05, 0.1)
)
SUITE = Suite("s", "about", TASKS, SlowCap(10, 10))


@pytest.fixture
def rows(make_row):
    def make(method, tasks=TASKS, f1=0.5, **changes):
        return [make_row(method=method, task=task.id, f1=f1, **changes) for task in tasks]

    return make


def test_a_method_that_ran_a_part_of_each_kind_narrows_the_tasks_to_those_all_ran(rows):
    slow = [task for task in TASKS if task.fraction == 0.1 or task.dataset == "u"]
    found = on_common_tasks(rows("fast") + rows("slow", slow), SUITE)
    assert set(found.methods) == {"fast", "slow"}
    assert set(found.tasks) == set(slow)
    assert len(found.rows) == 2 * len(slow)
    whole = on_all_tasks(rows("fast") + rows("slow", slow), SUITE)
    assert whole.methods == ("fast",)
    assert set(whole.tasks) == set(TASKS)


def test_a_method_that_lacks_a_manipulation_of_a_data_set_does_not_take_part(rows):
    behind = [task for task in TASKS if (task.dataset, task.manipulation) != ("v", "E2")]
    found = on_common_tasks(rows("a") + rows("behind", behind), SUITE)
    assert found.methods == ("a",)
    assert len(found.tasks) == len(TASKS)


def test_nobody_takes_part(rows):
    assert on_common_tasks([], SUITE) is None
    assert on_common_tasks(rows("a", TASKS[:1]), SUITE) is None
    assert on_all_tasks(rows("a", TASKS[:-1]), SUITE) is None
    assert on_common_tasks(rows("a", [Task("other", "E1", 0.1, 5, 0, 0)]), SUITE) is None


def test_an_unfinished_cell_was_run_and_gets_the_lowest_score_and_the_limit(rows):
    stopped = rows("b", f1=math.nan, status="timeout", reason="too long", time_limit=9.0)
    compared = on_common_tasks(rows("a", f1=0.5) + stopped + rows("c", f1=0.25), SUITE)
    assert compared.unfinished == len(TASKS)
    assert {row.f1 for row in compared.imputed if row.method == "b"} == {0.25}
    assert {row.seconds for row in compared.imputed if row.method == "b"} == {9.0}
    assert f"{len(TASKS)} of them unfinished" in compared.caption


def test_order_of_methods_data_sets_and_manipulations(rows):
    compared = on_common_tasks(rows("low", f1=0.1) + rows("high", f1=0.9), SUITE)
    assert compared.methods == ("high", "low")
    assert compared.datasets == ("v", "u")
    assert compared.manipulations == ("E2", "E10")
    assert compared.caption == "suite s: 8 tasks, 2 data sets, 16 runs"


def test_order_does_not_depend_on_that_of_the_rows(rows):
    made = rows("a") + rows("b")
    assert on_common_tasks(made, SUITE) == on_common_tasks(made[::-1], SUITE)


def test_manipulations_without_a_number_have_a_place(make_row):
    tasks = [Task("u", name, 0.1, 10, 0, 0) for name in ("E1", "none")]
    compared = ComparableRows("s", tuple(make_row(task=task.id) for task in tasks))
    assert compared.manipulations == ("none", "E1")


def test_times_compare_where_rows_are_equal(make_row):
    tasks = [f"u/E{k}/0.10/10xall/0" for k in (1, 2)]
    rows = [make_row(task=task, method=m, rows_reference=9) for task in tasks for m in "abc"]
    rows[-2] = make_row(task=tasks[1], method="b", rows_reference=5)
    compared = ComparableRows("s", tuple(rows))
    assert [task.manipulation for task in compared.with_equal_rows("a", "b").tasks] == ["E1"]
    assert (
        len(compared.with_equal_rows("a", "b").rows) == 3
    )  # others stay, to fill unfinished cells
    assert len(compared.with_equal_rows("a", "c").tasks) == 2


def test_data_sets_that_were_hardly_finished(make_results):
    results = make_results({"graphnet": 0.9, "knn-ks": 0.8}, suites=("methods",))

    def stopped(row, kinds):
        late = row.method == "knn-ks" and Task.from_id(row.task).manipulation in kinds
        late = late and row.task.startswith("gas/")
        return dataclasses.replace(row, status="timeout", reason="x") if late else row

    def hardly(*kinds):
        rows = tuple(stopped(row, kinds) for row in results.rows)
        return dataclasses.replace(results, rows=rows).comparisons["methods"].hardly_finished

    half = ("E1", "E2", "E3", "E5", "E7")
    assert hardly(*half) == {}
    assert hardly(*half, "E8") == {"knn-ks": ("gas",)}
    rest = results.comparisons["methods"].without(["gas"])
    assert rest.datasets == ("covid", "energy")
    assert set(rest.methods) == {"graphnet", "knn-ks"}
