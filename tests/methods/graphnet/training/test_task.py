"""GraphNet trains end to end on simulated tables, and goes on where it stopped."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch

from featureshift.errors import OptionError
from featureshift.methods.graphnet import export
from featureshift.methods.graphnet.channels import NODE_NAMES
from featureshift.methods.graphnet.margins.tail_contrasts import TAIL_CHANNELS
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.methods.graphnet.training.data import KINDS, TRACES, read_shards
from featureshift.methods.graphnet.training.shards import SHARDS_NAME, TRAINING, ShardMaker
from featureshift.methods.graphnet.training.task import GraphNetTask
from featureshift.train import checkpoint
from featureshift.train.run import export_best, train
from featureshift.train.settings import from_dict
from featureshift.weights import open_weights


def config(steps=12, **changes):
    content = {
        "shards": 2,
        "per_shard": 6,
        "validation_shards": 1,
        "validation_tables": 0,
        "workers": 1,
        "validate_every": 6,
        "log_every": 3,
        "example": {"features": [5, 12], "wide": 0.0, "rows": [80, 200]},
        "optimizer": {"steps": steps, "batch": 4, "warmup_steps": 2},
        "network": {"hidden": 8, "rounds": 2},
        **changes,
    }
    return from_dict(GraphTrainConfig, content)


def train_here(settings, out, **options):
    return train(GraphNetTask(settings), out, **options)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The directory of a training; only to be read."""
    out = tmp_path_factory.mktemp("trained")
    train_here(config(), out)
    return out


@pytest.fixture
def described(trained, tmp_path):
    """A directory to train in with that configuration, whose pairs are described already."""

    def copy(name):
        shutil.copytree(trained / SHARDS_NAME, tmp_path / name / SHARDS_NAME)
        return tmp_path / name

    return copy


@pytest.fixture
def data(trained):
    return read_shards(sorted((trained / SHARDS_NAME).glob("train-*.npz")))


def weights_of(path):
    return checkpoint.load(path / checkpoint.LAST)["averaged"]


def test_an_interrupted_training_ends_with_the_same_weights(trained, described):
    parts = described("parts")
    calls = iter(range(100))
    first = train_here(config(), parts, stop=lambda: next(calls) == 4)
    assert (first.reason, first.progress.step) == ("session", 5)
    second = train_here(config(), parts, resume=True)
    assert (second.reason, second.progress.step) == ("steps", 12)
    one, other = weights_of(trained), weights_of(parts)
    assert all(torch.equal(one[name], other[name]) for name in one)
    lines = [json.loads(line) for line in (parts / "log.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == [3, 6, 9, 12]
    assert lines[-1]["validation"]["pairs"] == 6


def test_an_export_is_calibrated_by_more_pairs_without_a_shift(trained, tmp_path, monkeypatch):
    run = shutil.copytree(trained, tmp_path / "run")
    opened = open_weights(export_best(GraphNetTask(config()), run, tmp_path / "weights"))
    assert opened.metadata["metrics"]["pairs"] == 6
    assert opened.channels[0] == "ks"
    assert not list((run / SHARDS_NAME).glob("null*"))
    with_nulls = config(null_shards=2, copula_null_shards=1)
    train_here(with_nulls, run, resume=True)
    written = []
    monkeypatch.setattr(export, "export_graphnet", lambda *given, **_: written.append(given[2]))
    export_best(GraphNetTask(with_nulls), run, tmp_path / "again")
    made = sorted((run / SHARDS_NAME).glob("null*"))
    assert [path.stem for path in made] == ["null-00000", "null-00001", "null-copula-00000"]
    assert set(read_shards(made).manipulations) == {""}
    (metadata,) = written
    assert metadata["calibration"] != opened.metadata["calibration"]


def test_describing_can_be_interrupted(tmp_path):
    settings = config(steps=2, shards=9)  # some are in the making when it is told to stop
    first = train_here(settings, tmp_path, stop=lambda: True)
    assert (first.reason, first.progress.step) == ("session", 0)
    assert len(list((tmp_path / SHARDS_NAME).glob("train-*.npz"))) < 9
    second = train_here(settings, tmp_path, resume=True)
    assert (second.reason, second.progress.step) == ("steps", 2)


def test_other_settings_and_a_second_start_are_refused(trained):
    with pytest.raises(OptionError, match="holds a training already"):
        train_here(config(), trained)
    with pytest.raises(OptionError, match="not the one this training began with"):
        train_here(config(seed=1), trained, resume=True)


def test_a_shard_depends_on_its_number_alone(trained, tmp_path):
    alone = ShardMaker(config(), (), TRAINING, tmp_path)(1)
    one, other = read_shards([trained / SHARDS_NAME / alone.name]), read_shards([alone])
    assert np.array_equal(one.nodes, other.nodes)
    assert one.manipulations == other.manipulations
    assert len(one) == 6


def test_swapped_graphs_of_a_batch(data):
    plain = data.batch([0, 1], np.array([False, False])).graphs
    turned = data.batch([0, 1], np.array([False, True])).graphs
    first = int(data.starts[1])
    assert torch.equal(plain.nodes[:first], turned.nodes[:first])
    mean = NODE_NAMES.index("value_mean")
    assert torch.equal(plain.nodes[first:, mean], -turned.nodes[first:, mean])


def test_values_drawn_from_the_reference_leave_traces(data):
    kinds = ("T3", "T4", "", "T6", "several", "group-resampled", "part-of-rows")
    known = replace(data, manipulations=kinds)
    drawn = [True, False, False, True, False, True, False]
    assert known.resampled(np.arange(7)).tolist() == drawn
    traces = set(np.array(NODE_NAMES)[TRACES])
    assert {"ks", "cell_07", "rank_variance", "new_values", "distinct_change"} <= traces
    assert {channel.name for channel in TAIL_CHANNELS} <= traces
    assert not {"missing", "largest_change", "is_binary"} & traces


@pytest.fixture
def one_changed(data):
    """One column of the first graph, of a kind that others have too."""
    changed = np.zeros(len(data.changed), np.bool_)
    changed[0] = True
    nodes = data.nodes.copy()
    nodes[: int(data.starts[1]), KINDS] = 0
    kinds = ("T3", *data.manipulations[1:])
    return replace(data, changed=changed, nodes=nodes, manipulations=kinds)


def assert_borrowed(nodes, plain):
    """The first column has the traces of another one; all else is as it was."""
    givers = [(nodes[0, TRACES] == row[TRACES]).all() for row in plain]
    assert givers.index(True) > 0
    assert np.array_equal(nodes[1:], plain[1:])
    assert np.array_equal(nodes[:, ~TRACES], plain[:, ~TRACES])


def test_hidden_graphs_borrow_traces_of_columns_left_alone(one_changed):
    nobody = np.array([False])
    plain = one_changed.batch([0], nobody).graphs.nodes.numpy()
    rng = np.random.default_rng(0)
    assert_borrowed(one_changed.batch([0], nobody, ~nobody, rng).graphs.nodes.numpy(), plain)


def test_pairs_that_validate_have_no_traces(one_changed):
    hidden = one_changed.without_traces(np.random.default_rng(0)).nodes
    assert_borrowed(hidden[: one_changed.starts[1]], one_changed.nodes[: one_changed.starts[1]])


def test_batches_are_on_the_device_that_was_asked_for(data):
    task = GraphNetTask(config())
    task.data[TRAINING] = data
    for device in ("cpu", "meta"):
        task.device = device
        batch = task.next_batch(0)
        assert isinstance(batch.graphs.n_graphs, int)
        found = [each for each in (*batch.graphs, batch.changed) if isinstance(each, torch.Tensor)]
        assert len(found) == 6
        assert {each.device.type for each in found} == {device}
