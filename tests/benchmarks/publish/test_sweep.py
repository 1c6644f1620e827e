import numpy as np
import pytest

import featureshift as fs
from benchmarks.publish.sweep import (
    THRESHOLDS,
    SweepRow,
    best,
    read_sweep,
    sweep_dataset,
    write_sweep,
)
from featureshift.bench.data import dataset_of, pair_of
from featureshift.bench.task import find_suite
from featureshift.simulate import score

SMOKE = find_suite("smoke")


@pytest.fixture(scope="module")
def rows():
    return sweep_dataset(SMOKE, "sim-bernoulli", None)


def test_both_reductions_at_every_threshold(rows):
    assert len(rows) == 2 * len(THRESHOLDS)
    assert {row.n_tasks for row in rows} == {2}
    assert 0.002 in THRESHOLDS


@pytest.mark.parametrize("reduce", ["mean", "max"])
def test_a_sweep_row_is_the_mean_f1_of_the_method_at_that_threshold(rows, reduce):
    threshold = THRESHOLDS[20]
    f1 = []
    for task in (t for t in SMOKE.tasks if t.dataset == "sim-bernoulli"):
        pair = pair_of(task, dataset_of(task, None), task.rows)
        method = fs.SMThreshold(reduce=reduce, threshold=threshold)
        f1.append(score(pair.shifted, method.localize(pair.reference, pair.query).shifted).f1)
    (row,) = [r for r in rows if (r.reduce, r.threshold) == (reduce, threshold)]
    assert row.f1 == pytest.approx(np.mean(f1))


def test_no_threshold_flags_more_than_a_lower_one_finds_everything(rows):
    by_threshold = {row.threshold: row.f1 for row in rows if row.reduce == "max"}
    assert by_threshold[max(THRESHOLDS)] <= max(by_threshold.values())
    assert by_threshold[min(THRESHOLDS)] < 0.6


def test_file_round_trip(rows, tmp_path):
    write_sweep(tmp_path / "s.csv", rows)
    back = read_sweep(tmp_path / "s.csv")
    assert len(back) == len(rows)
    assert back[3].f1 == pytest.approx(rows[3].f1, abs=1e-4)


def test_best_averages_over_data_sets():
    rows = [
        SweepRow("u", "mean", 0.1, 1.0, 1.0, 3),
        SweepRow("v", "mean", 0.1, 0.0, 0.0, 3),
        SweepRow("u", "mean", 0.2, 0.6, 0.6, 3),
        SweepRow("v", "mean", 0.2, 0.6, 0.6, 3),
    ]
    assert best(rows, "mean") == (0.2, pytest.approx(0.6))
