"""Every committed result file: readable, complete, about known tasks, and tables still compute."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from benchmarks.publish.ablation.trained import read_trained
from benchmarks.publish.ablation.variants import UNTRAINED, VARIANTS
from benchmarks.publish.sweep import THRESHOLDS, read_sweep
from featureshift.bench.aggregate import GROUPINGS, METRICS, summarize
from featureshift.bench.rows import OK, STATUSES, ResultFile, read_results
from featureshift.bench.task import load_suites
from featureshift.methods import methods

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
FILES = sorted(RESULTS.glob("*.csv"))
COUNT_GIVEN = sorted((RESULTS / "count-given").glob("*.csv"))
ABLATION = sorted((RESULTS / "ablation").glob("*.csv"))
ABLATED = {UNTRAINED, *VARIANTS}
KNOWN = {task.id for suite in load_suites().values() for task in suite.tasks}


def test_there_are_results():
    assert RESULTS / "sm-threshold.csv" in FILES


@pytest.fixture(
    params=FILES + COUNT_GIVEN + ABLATION, ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def path(request):
    return request.param


@cache
def rows_of(path):
    return ResultFile(path).read()


def test_file_is_whole_and_of_its_method(path):
    assert path.read_bytes().endswith(b"\n")
    assert {row.method for row in rows_of(path)} == {path.stem}
    known = ABLATED if path in ABLATION else methods()
    assert path.stem in known


def test_no_task_twice_and_none_unknown(path):
    counts = Counter(row.task for row in rows_of(path))
    assert [task for task, n in counts.items() if n > 1] == []
    assert sorted(counts.keys() - KNOWN) == []


def test_values_are_possible(path):
    for row in rows_of(path):
        assert row.status in STATUSES
        assert bool(row.reason) == (row.status != OK)
        assert row.data_sha256
        assert row.version
        if row.status == OK:
            assert 0 <= row.f1 <= 1
            assert 0 <= row.changed_f1 <= 1
            assert row.n_changed <= row.n_shifted <= row.n_features
            assert row.n_flagged <= row.n_features
            assert 0 < row.seconds <= row.time_limit + 60


def test_one_table_for_each_data_set(path):
    """Rows of one data set come from one and the same table (simulated ones are drawn anew)."""
    hashes = {}
    for row in rows_of(path):
        name = row.task.split("/")[0]
        if not name.startswith("sim-"):
            hashes.setdefault(name, set()).add(row.data_sha256)
    assert {name: h for name, h in hashes.items() if len(h) > 1} == {}


def test_every_ablated_network_has_its_training():
    trained = {each.variant for each in read_trained(RESULTS / "ablation")}
    assert {path.stem for path in ABLATION} <= {UNTRAINED, *trained}


@pytest.fixture(scope="module")
def results():
    return read_results(RESULTS)


@pytest.mark.parametrize("by", GROUPINGS)
@pytest.mark.parametrize("metric", METRICS)
def test_tables_still_compute(results, by, metric):
    summaries = summarize(results, by=by, metric=metric)
    assert {summary.method for summary in summaries} == {path.stem for path in FILES}


def test_local_suite_is_complete_for_the_baseline():
    done = {row.task for row in rows_of(RESULTS / "sm-threshold.csv")}
    assert {task.id for task in load_suites()["local"].tasks} <= done


def test_sweep_covers_the_local_suite():
    rows = read_sweep(RESULTS / "sweep" / "sm-threshold.csv")
    datasets = {task.dataset for task in load_suites()["local"].tasks}
    assert {row.dataset for row in rows} == datasets
    assert len(rows) == len(datasets) * 2 * len(THRESHOLDS)
    assert all(0 <= row.f1 <= 1 for row in rows)
