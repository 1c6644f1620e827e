from collections import Counter
from pathlib import Path

import pytest

from featureshift.bench.task import SlowCap, Task, default_tasks_file, find_suite, load_suites
from featureshift.errors import OptionError, UnknownNameError, UnreadableTableError

SUITES = load_suites()


def write(tmp_path, groups):
    path = tmp_path / "tasks.toml"
    path.write_text(
        "[slow]\ncolumns = 700\nrows = 1000\n[manipulations]\ncontinuous = ['E1', 'E2']\n"
        f"[suites.s]\nabout = 'test'\n{groups}"
    )
    return path


def test_every_id_names_its_task():
    for suite in SUITES.values():
        for task in suite.tasks:
            assert Task.from_id(task.id) == task


def test_paper_suite_is_the_papers():
    tasks = SUITES["paper"].tasks
    datasets = {task.dataset for task in tasks}
    assert len(datasets) == 14
    per_dataset = {name: sum(task.dataset == name for task in tasks) for name in datasets}
    categorical = {"phenotypes", "founders", "canine"}
    assert all(n == (24 if name in categorical else 30) for name, n in per_dataset.items())


def test_local_suite_has_thirty_or_twenty_four_tasks_a_data_set():
    assert len(SUITES["local"].tasks) == 10 * 30 + 2 * 24


def test_methods_suite_has_thirty_tasks_of_three_short_tables():
    tasks = SUITES["methods"].tasks
    assert Counter(task.dataset for task in tasks) == {"gas": 30, "covid": 30, "energy": 30}
    assert {(task.rows, task.columns) for task in tasks} == {(2000, 0)}
    assert Counter(task.fraction for task in tasks) == {0.05: 30, 0.10: 30, 0.25: 30}


def test_no_shift_suite_spans_what_it_promises():
    tasks = SUITES["no-shift"].tasks
    assert len(tasks) >= 200
    assert {task.manipulation for task in tasks} == {"none"}
    rows = {task.rows for task in tasks}
    assert (min(rows), max(rows)) == (100, 20_000)
    columns = {task.columns for task in tasks if task.columns}
    assert (min(columns), max(columns)) == (8, 2000)


def test_unequal_tables_have_up_to_a_hundred_times_fewer_rows_in_the_query():
    tasks = SUITES["no-shift-unequal"].tasks
    assert len(tasks) >= 250
    assert {task.manipulation for task in tasks} == {"none"}
    assert {task.ratio for task in tasks} == {10, 50, 100}
    assert min(task.rows // task.ratio for task in tasks) >= 20


def test_smoke_and_scale_need_no_files():
    for name in ("smoke", "scale"):
        assert all(task.dataset.startswith("sim-") for task in SUITES[name].tasks)


def test_images_have_the_sizes_and_tasks_of_the_papers_table():
    tasks = SUITES["images"].tasks
    sizes = {task.dataset: (2 * task.rows, task.columns) for task in tasks}
    assert sizes == {"sim-cifar10": (10_000, 3_072), "sim-coil100": (7_200, 49_152)}
    for name in ("cifar10", "coil100"):
        theirs = {(t.manipulation, t.fraction) for t in SUITES["paper"].tasks if t.dataset == name}
        ours = {(t.manipulation, t.fraction) for t in tasks if t.dataset == f"sim-{name}"}
        assert ours == theirs
        assert len(ours) == 30


def test_every_suite_states_its_row_cap_and_the_cap_of_slow_methods():
    for suite in SUITES.values():
        assert all(task.rows > 0 for task in suite.tasks)
        columns = {"local-slow": 0, "images-slow": 10_000}.get(suite.name, 700)
        assert suite.slow_cap == SlowCap(columns=columns, rows=1000)


def test_slow_methods_run_tasks_of_the_whole_suite():
    """Their rows stand beside those of the others: all manipulations of all data sets."""
    few, all_ = set(SUITES["local-slow"].tasks), set(SUITES["local"].tasks)
    assert few < all_
    kinds = [{(task.dataset, task.manipulation) for task in tasks} for tasks in (few, all_)]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize(
    ("slow", "width", "rows"), [(True, 701, 1000), (True, 700, 5000), (False, 10_000, 5000)]
)
def test_slow_methods_get_fewer_rows_of_wide_tables(slow, width, rows):
    task = Task("x", "E1", 0.1, 5000, 0, 0)
    assert SlowCap(700, 1000).rows_for(task, width, slow=slow) == rows


def test_groups_multiply(tmp_path):
    groups = (
        "[[suites.s.groups]]\ndatasets = ['a', 'b']\nmanipulations = 'continuous'\n"
        "fractions = [0.1, 0.2]\nrows = [10, 20]\ncolumns = 5\nseeds = [0, 1, 2]\n"
    )
    tasks = find_suite("s", write(tmp_path, groups)).tasks
    assert len(tasks) == 2 * 2 * 2 * 2 * 3
    assert tasks[0] == Task("a", "E1", 0.1, 10, 5, 0)


@pytest.mark.parametrize(
    ("group", "error", "says"),
    [
        ("manipulations = ['E99']", UnknownNameError, "unknown manipulation 'E99'"),
        ("manipulations = 'none'\nrow = 3", UnknownNameError, "did you mean 'rows'"),
        ("manipulations = ['E1', 'E1']", OptionError, "lists a task twice"),
        ("manipulations = ['E1']\nseeds = [0]\ncolumns = [3, 3]", OptionError, "a task twice"),
    ],
)
def test_mistakes_in_the_file_are_refused(tmp_path, group, error, says):
    text = f"[[suites.s.groups]]\ndatasets = ['a']\nrows = 10\nfractions = [0.1]\n{group}\n"
    with pytest.raises(error, match=says):
        load_suites(write(tmp_path, text))


def test_a_suite_can_be_part_of_another(tmp_path):
    text = (
        "[suites.few]\nabout = 'short'\npart_of = 's'\nmost_rows = 20\nfractions = [0.2]\n"
        "[[suites.s.groups]]\ndatasets = ['a']\nmanipulations = ['E1']\n"
        "fractions = [0.1, 0.2]\nrows = [10, 20, 30]\n"
    )
    tasks = find_suite("few", write(tmp_path, text)).tasks
    assert tasks == (Task("a", "E1", 0.2, 10, 0, 0), Task("a", "E1", 0.2, 20, 0, 0))


@pytest.mark.parametrize(
    ("few", "says"),
    [("part_of = 'nothing'", "no file of tasks"), ("part_off = 's'", "did you mean 'part_of'")],
)
def test_mistakes_in_a_part_are_refused(tmp_path, few, says):
    text = f"groups = []\n[suites.few]\nabout = ''\n{few}\n"
    with pytest.raises((UnreadableTableError, UnknownNameError), match=says):
        load_suites(write(tmp_path, text))


@pytest.mark.parametrize(
    ("part", "whole", "rows"),
    [("no-shift-slow", "no-shift", 1000), ("images-slow", "images", 5000)],
)
def test_parts_for_slow_methods_hold_every_table(part, whole, rows):
    few, all_ = set(SUITES[part].tasks), set(SUITES[whole].tasks)
    assert few < all_
    assert {task.dataset for task in few} == {task.dataset for task in all_}
    assert max(task.rows for task in few) == rows


def test_unknown_suite_and_bad_id():
    with pytest.raises(UnknownNameError, match="did you mean 'local'"):
        find_suite("locale")
    with pytest.raises(OptionError, match="is no task"):
        Task.from_id("energy/E1")


def test_the_file_comes_along():
    assert default_tasks_file() == Path(__file__).parents[2] / "benchmarks" / "tasks.toml"
