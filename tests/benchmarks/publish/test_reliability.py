import numpy as np
import pytest

from benchmarks.publish.reliability import (
    BINS,
    Bin,
    ReliabilityRow,
    calibration_error,
    pooled,
    read_reliability,
    reliability_of,
    write_reliability,
)
from featureshift.bench.data import dataset_of, pair_of
from featureshift.bench.task import find_suite
from featureshift.errors import OptionError
from featureshift.methods.base import Localizer, MethodInfo, Scores

SMOKE = find_suite("smoke")


class Third(Localizer):
    """Says 1 of every third feature and a tenth of the others."""

    info = MethodInfo("third", "", "", False, False, "")
    high = 1.0

    def _score(self, pair, rng, progress):
        return Scores(np.where(np.arange(pair.n_features) % 3, 0.1, self.high), 0.5)


class Unbounded(Third):
    high = 2.0


@pytest.fixture(scope="module")
def rows():
    return reliability_of(Third(), SMOKE, "sim-factors", None)


def test_bins_count_every_feature_of_every_task_once(rows):
    tasks = [task for task in SMOKE.tasks if task.dataset == "sim-factors"]
    pairs = [pair_of(task, dataset_of(task, None), task.rows) for task in tasks]
    assert sum(row.features for row in rows) == sum(pair.reference.shape[1] for pair in pairs)
    assert sum(row.changed for row in rows) == sum(int(pair.changed.sum()) for pair in pairs)
    assert [row.bin for row in rows] == list(range(BINS))
    assert {row.bin for row in rows if row.features} == {1, 9}


def test_a_score_of_one_is_in_the_last_bin(rows):
    assert rows[9].score_sum == rows[9].features > 0
    assert rows[1].score_sum == pytest.approx(rows[1].features / 10)


def test_scores_that_are_no_probabilities_are_refused():
    with pytest.raises(OptionError, match="no probabilities"):
        reliability_of(Unbounded(), SMOKE, "sim-factors", None)


def test_file_round_trip(rows, tmp_path):
    write_reliability(tmp_path / "m.csv", rows)
    back = read_reliability(tmp_path / "m.csv")
    assert [(r.bin, r.features, r.changed) for r in back] == [
        (r.bin, r.features, r.changed) for r in rows
    ]
    assert [r.score_sum for r in back] == pytest.approx([r.score_sum for r in rows], rel=1e-5)


def test_bins_of_data_sets_add_up():
    rows = [
        ReliabilityRow("m", "s", "u", 2, 3, 1, 0.6),
        ReliabilityRow("m", "s", "v", 2, 1, 1, 0.2),
        ReliabilityRow("m", "s", "v", 3, 0, 0, 0.0),
    ]
    (only,) = pooled(rows)
    assert (only.features, only.share) == (4, 0.5)
    assert only.score == pytest.approx(0.2)


def test_error_is_weighted_by_features():
    assert calibration_error([Bin(3, 0.1, 0.1), Bin(1, 0.9, 0.5)]) == pytest.approx(0.1)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_interval_holds_the_share_and_shrinks_with_the_number(share):
    few, many = (Bin(n, 0.5, share).interval for n in (4, 400))
    assert few[0] <= many[0] <= share <= many[1] <= few[1]
    assert 0 <= few[0] < few[1] <= 1
