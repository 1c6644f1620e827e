import json
import logging
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
import torch

from featureshift.corpus.training.split import Split
from featureshift.errors import OptionError
from featureshift.methods.fslnet.training import task as task_module
from featureshift.methods.fslnet.training.batch import Batch
from featureshift.methods.fslnet.training.config import TrainConfig
from featureshift.methods.fslnet.training.mixture import uniform
from featureshift.methods.fslnet.training.producer import Producer
from featureshift.methods.fslnet.training.stream import Stream
from featureshift.methods.fslnet.training.task import FSLNetTask, best_model
from featureshift.methods.fslnet.training.validation import make_examples
from featureshift.train import checkpoint, run
from featureshift.train.corpus import split_corpus
from featureshift.train.loop import Loop
from featureshift.train.report import Report
from featureshift.train.settings import from_dict

SHIPPED = Path(__file__).parents[4] / "checkpoints" / "fslnet"


def train(config, out, **options):
    return run.train(FSLNetTask(config), out, **options)


def draw_split(config):
    rules = {"min_features": config.example.features[0]}
    return split_corpus(config.corpus, config.validation.tables, config.seed, **rules)


def weights(out):
    return checkpoint.load(out / checkpoint.LAST)["model"]


def lines(out):
    return [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]


def identical(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[key], other[key]) for key in one)


def test_the_shipped_configuration_is_the_one_that_was_trained(tmp_path):
    """So that ``--resume --export`` takes up the checkpoint, and only where it was trained so."""
    (tmp_path / "config.json").write_bytes((SHIPPED / "config.json").read_bytes())
    (tmp_path / "split.json").write_bytes((SHIPPED / "split.json").read_bytes())
    config = from_dict(TrainConfig, json.loads((SHIPPED / "config.json").read_text()))
    split = run.begin(FSLNetTask(config), tmp_path, resume=True)
    assert isinstance(split, Split)
    other = replace(config, seed=config.seed + 1)
    with pytest.raises(OptionError, match="other values in: seed"):
        run.begin(FSLNetTask(other), tmp_path, resume=True)


ABLATIONS = {
    "full": {},
    "SM": {"use_moments": False, "use_embedding": False},
    "ME": {"use_measures": False, "use_embedding": False},
    "NE": {"use_measures": False, "use_moments": False},
    "ME+NE": {"use_measures": False},
    "SM+ME": {"use_embedding": False},
    "SM+NE": {"use_moments": False},
    "attention": {"embedding_attention": True, "prediction_attention": True},
}


@pytest.mark.parametrize("network", ABLATIONS.values(), ids=ABLATIONS)
def test_every_ablation_trains(network, smoke, tmp_path):
    steps = {"total_steps": 6, "freeze_after": 3}
    config = smoke(network=network, optimizer=steps, validation={"every": 3})
    outcome = train(config, tmp_path / "out")
    assert outcome.reason == "steps"
    assert (outcome.progress.step, outcome.progress.examples) == (6, 24)
    assert outcome.progress.best >= 0


def test_resumed_training_gives_identical_weights(smoke, tmp_path):
    config = smoke(network={"prediction_attention": True, "attention_dropout": 0.3})
    train(config, tmp_path / "whole")
    count = iter(range(100))
    part = train(config, tmp_path / "parts", stop=lambda: next(count) == 6)
    assert part.reason == "session"
    assert part.progress.step == 7
    again = train(config, tmp_path / "parts", resume=True, max_seconds=0.0)
    assert again.progress.step == 7
    # The global generator is not to matter.
    torch.manual_seed(12345)
    done = train(config, tmp_path / "parts", resume=True)
    assert done.reason == "steps"
    assert identical(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    first, second = (
        {**line, "seconds": 0}
        for line in (lines(tmp_path / "whole")[-1], lines(tmp_path / "parts")[-1])
    )
    assert first["validation"] == second["validation"]
    assert first["loss"]["total"] == second["loss"]["total"]
    assert done.progress.seconds > part.progress.seconds


def test_killed_between_checkpoints_goes_back_to_the_last(smoke, tmp_path, monkeypatch):
    config = smoke()
    train(config, tmp_path / "whole")
    count = iter(range(100))
    train(config, tmp_path / "killed", stop=lambda: next(count) == 4)

    def killed(*_):
        if len(lines(tmp_path / "killed")) >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(config, tmp_path / "killed", resume=True, watch=killed)
    assert checkpoint.load(tmp_path / "killed" / checkpoint.LAST)["progress"]["step"] == 5
    train(config, tmp_path / "killed", resume=True)
    assert identical(weights(tmp_path / "whole"), weights(tmp_path / "killed"))
    assert [line["step"] for line in lines(tmp_path / "killed")] == [5, 10, 15, 20]


def test_work_is_not_lost(smoke, tmp_path):
    config = smoke(optimizer={"total_steps": 2})
    train(config, tmp_path)
    with pytest.raises(OptionError, match="--resume"):
        train(config, tmp_path)
    other = smoke(optimizer={"total_steps": 2, "learning_rate": 0.5})
    with pytest.raises(OptionError, match="not the one this training began with"):
        train(other, tmp_path, resume=True)
    before = weights(tmp_path)
    assert train(config, tmp_path, resume=True).progress.step == 2
    assert identical(before, weights(tmp_path))
    longer = smoke(optimizer={"total_steps": 3})
    assert train(longer, tmp_path, resume=True).progress.step == 3


def test_resume_begins_where_nothing_is(smoke, tmp_path):
    assert train(smoke(optimizer={"total_steps": 1}), tmp_path, resume=True).progress.step == 1


def test_the_log(smoke, tmp_path):
    train(smoke(), tmp_path)
    log = lines(tmp_path)
    assert [line["step"] for line in log] == [5, 10, 15, 20]
    assert [line["examples"] for line in log] == [20, 40, 60, 80]
    assert all(line["learning_rate"] > 0 and line["seconds"] > 0 for line in log)
    assert {"total", "cross_entropy", "auxiliary"} < set(log[0]["loss"])
    assert ["validation" in line for line in log] == [False, True, False, True]
    validation = log[1]["validation"]
    assert set(validation["f1"]) <= {f"T{k}" for k in range(1, 9)}
    assert 0 <= validation["false_alarms"] <= 1
    assert sum(log[1]["probabilities"].values()) == pytest.approx(1)


def test_early_stopping_follows_the_loss_and_keeps_the_best(smoke, tmp_path, monkeypatch):
    # F1 and loss of each validation: the best F1 is not where the loss is lowest.
    reports = iter([(0.3, 1.0), (0.5, 0.9), (0.4, 0.8), (0.4, 0.8), (0.45, 0.9), (0.9, 0.1)])

    def fake(*_):
        f1, loss = next(reports)
        return Report(f1, {"T1": 0.5}, loss, 0.0, 1)

    monkeypatch.setattr(task_module, "validate", fake)
    config = smoke(validation={"every": 2, "patience": 2}, optimizer={"total_steps": 100})
    outcome = train(config, tmp_path)
    assert outcome.reason == "patience"
    assert (outcome.progress.step, outcome.progress.best_step) == (10, 4)
    assert outcome.progress.lowest_loss == 0.8
    model, known = best_model(tmp_path)
    assert known["step"] == 4
    assert known["report"]["mean_f1"] == 0.5
    assert not model.training
    assert (tmp_path / checkpoint.BEST).stat().st_size < 4_000_000


def test_batch_norm_is_frozen_and_stays_so(smoke, tmp_path):
    config = smoke(optimizer={"freeze_after": 3, "total_steps": 8})
    train(config, tmp_path, stop=iter([False] * 3 + [True]).__next__)
    first = {k: v for k, v in weights(tmp_path).items() if "running" in k}
    assert first
    train(config, tmp_path, resume=True)
    after = weights(tmp_path)
    assert all(torch.equal(value, after[key]) for key, value in first.items())
    assert all(after[key] for key in after if key.endswith("frozen"))


def test_accumulation_counts_all_examples(smoke, tmp_path):
    config = smoke(optimizer={"accumulate": 3, "total_steps": 2})
    assert train(config, tmp_path).progress.examples == 24


def test_tables_of_a_folder(smoke, small_corpus, tmp_path):
    config = smoke(
        corpus={"folder": str(small_corpus)},
        example={"features": (8, 9)},
        validation={"tables": 3, "simulated": 0, "every": 3},
        optimizer={"total_steps": 3},
    )
    train(config, tmp_path / "out")
    split = json.loads((tmp_path / "out" / "split.json").read_text())
    assert len(split["validation"]) == 3
    assert len(split["training"]) == 9
    assert lines(tmp_path / "out")[-1]["validation"]["pairs"] > 8


def test_a_folder_is_asked_for(smoke, tmp_path):
    config = smoke(validation={"tables": 50})
    with pytest.raises(OptionError, match="no tables to train on"):
        train(config, tmp_path)


def test_accumulated_steps_equal_one_larger_batch(smoke, tmp_path):
    config = smoke()
    produce = Producer(0, config.corpus, replace(config.example, features=(8, 8)), 3, ())
    with Stream(produce, config.stream, 0) as stream:
        parts = [stream.next(uniform()) for _ in range(2)]
    accumulated = gradients(smoke, tmp_path, parts)
    whole = gradients(smoke, tmp_path, [joined(*parts)])
    assert max(float(gradient.abs().max()) for gradient in whole) > 1e-3
    for one, other in zip(accumulated, whole, strict=True):
        assert torch.allclose(one, other, rtol=0, atol=1e-6)


def joined(one, other):
    """Both batches as one; of simulated tables, which miss no cells."""
    assert one.present_query is other.present_query is None
    pairs = {f.name: (getattr(one, f.name), getattr(other, f.name)) for f in fields(Batch)}
    return Batch(**{k: None if v[0] is None else np.concatenate(v) for k, v in pairs.items()})


def gradients(smoke, out, batches):
    """Those of one step on all the batches, without batch statistics, which know of each other."""
    config = smoke(optimizer={"accumulate": len(batches), "clip": 0.0})
    task = serving(config, batches)
    model = task.initial_network().freeze_batch_norm()
    Loop(task, model, out).step()
    return [weight.grad for weight in model.parameters()]


def serving(config, batches):
    task = FSLNetTask(config)
    task.stream = Served(batches)
    return task


def one_batch(config):
    produce = Producer(0, config.corpus, config.example, config.stream.group, ())
    with Stream(produce, config.stream, 0) as stream:
        return [stream.next(uniform())]


class Served:
    """A stream of given batches."""

    def __init__(self, batches):
        self._batches = iter(batches)

    def next(self, _):
        return next(self._batches)

    def restore(self, _):
        pass


@pytest.mark.parametrize("embedding", [True, False])
def test_only_an_embedding_that_wakes_makes_the_best_forgotten(smoke, tmp_path, embedding):
    config = smoke(
        network={"use_embedding": embedding},
        optimizer={"embedding_from": 0.5, "total_steps": 4},
    )
    task = serving(config, one_batch(config))
    loop = Loop(task, task.initial_network(), tmp_path)
    loop.progress = known = replace(loop.progress, step=2, best=0.5, lowest_loss=0.1, stale=1)
    loop.step()
    forgotten = loop.progress.best != known.best
    assert forgotten is embedding
    assert (loop.progress.stale == 0) is embedding


def test_a_cleaned_corpus_validates_on_as_many_tables_as_asked_for(smoke, write_folder, rng):
    words = ("apple", "brick", "cloud", "drum", "eagle", "flute", "grape", "house", "ink", "jade")
    shapes = {word: (600, 8 + 4 * (k % 2)) for k, word in enumerate(words)} | {"kite": (400, 12)}
    folder = write_folder(
        {
            word: (
                f"t:{word}.csv",
                rng.normal(size=shape).astype(np.float32),
                [f"{word} {'abcdefghijkl'[j]}" for j in range(shape[1])],
            )
            for word, shape in shapes.items()
        }
    )
    rules = {"tables": 4, "simulated": 0}
    config = smoke(corpus={"folder": str(folder), "clean": True}, validation=rules)
    split = draw_split(config)
    assert set(split.training + split.validation) == set(words[1::2])
    examples = make_examples(config, split.validation)
    assert {example.table for example in examples} == set(split.validation)
    # The split of a corpus as it is does not ask for more than before.
    plain = smoke(corpus={"folder": str(folder)}, validation=rules)
    assert not draw_split(plain).excluded


def test_a_table_that_cleaning_leaves_too_small_is_told(smoke, write_folder, rng, caplog):
    values = rng.normal(size=(600, 12)).astype(np.float32)
    values[:200, 0] = np.nan
    folder = write_folder({"apple": ("t:apple.csv", values, [f"apple {j}" for j in range(12)])})
    config = smoke(corpus={"folder": str(folder), "clean": True}, validation={"simulated": 0})
    with caplog.at_level(logging.WARNING):
        assert make_examples(config, ["apple"]) == []
    assert "apple does not validate" in caplog.text


@pytest.mark.skipif(not (SHIPPED / checkpoint.LAST).exists(), reason="no checkpoint here")
def test_the_shipped_training_can_go_on(tmp_path):
    content = checkpoint.load(SHIPPED / checkpoint.LAST)
    (tmp_path / checkpoint.LAST).write_bytes((SHIPPED / checkpoint.LAST).read_bytes())
    config = from_dict(TrainConfig, content["config"])
    task = serving(config, ())
    loop = Loop(task, task.initial_network(), tmp_path)
    loop.restore()
    assert loop.progress.step == content["progress"]["step"] > 0
    assert identical(loop.network.state_dict(), content["model"])
    assert task.probabilities == content["progress"]["probabilities"] != uniform()
