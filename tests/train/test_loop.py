import json
import math
from dataclasses import replace

import pytest
import torch

from featureshift.errors import UnreadableTableError
from featureshift.train import checkpoint
from featureshift.train.loop import Loop
from featureshift.train.run import train
from featureshift.train.schedule import Position, learning_rate
from featureshift.train.session import Session

from .toy import ToyConfig, ToyTask


def lines(out):
    """Of the log, without what the clock says."""
    found = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    for line in found:
        del line["seconds"], line["loss"]["data_seconds"], line["loss"]["compute_seconds"]
    return found


def last(out):
    content = checkpoint.load(out / checkpoint.LAST)
    del content["recent"]
    del content["progress"]["seconds"]
    return content


def same(one, other):
    if isinstance(one, torch.Tensor):
        return torch.equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


@pytest.mark.parametrize("stopped", range(1, 10))
@pytest.mark.parametrize("rules", [{}, {"average": 0.9, "accumulate": 2, "clip": 0.1}], ids=str)
def test_a_resumed_training_is_the_undisturbed_one(tmp_path, rules, stopped):
    config = ToyConfig(**rules)
    train(ToyTask(config), tmp_path / "whole")
    asked = iter(range(100))
    parts = config.parts + stopped - 1
    first = train(ToyTask(config), tmp_path / "parts", stop=lambda: next(asked) == parts)
    assert (first.reason, first.progress.step) == ("session", stopped)
    torch.manual_seed(12345)  # nothing may depend on what others do with torch
    second = train(ToyTask(config), tmp_path / "parts", resume=True)
    assert second.reason == "steps"
    assert same(last(tmp_path / "whole"), last(tmp_path / "parts"))
    assert lines(tmp_path / "whole") == lines(tmp_path / "parts")
    best = [checkpoint.load(tmp_path / out / checkpoint.BEST) for out in ("whole", "parts")]
    assert same(*best)


def test_a_killed_training_goes_back_to_its_last_checkpoint(tmp_path):
    config = ToyConfig(average=0.9)
    train(ToyTask(config), tmp_path / "whole")
    asked = iter(range(100))
    train(ToyTask(config), tmp_path / "killed", stop=lambda: next(asked) == config.parts + 3)

    def killed(progress, _):
        if progress.step == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(ToyTask(config), tmp_path / "killed", resume=True, watch=killed)
    assert last(tmp_path / "killed")["progress"]["step"] == 4
    train(ToyTask(config), tmp_path / "killed", resume=True)
    assert same(last(tmp_path / "whole"), last(tmp_path / "killed"))
    assert lines(tmp_path / "whole") == lines(tmp_path / "killed")


def test_the_log(tmp_path):
    train(ToyTask(ToyConfig(accumulate=2)), tmp_path)
    found = lines(tmp_path)
    assert [line["step"] for line in found] == [3, 5, 6, 9, 10]
    assert [line["examples"] for line in found] == [48, 80, 96, 144, 160]
    assert ["validation" in line for line in found] == [False, True, False, False, True]
    assert all(line["loss"]["total"] == pytest.approx(2 * line["loss"]["half"]) for line in found)
    schedule = ToyTask(ToyConfig()).rules.schedule
    rates = [learning_rate(schedule, Position(line["step"], 0.0, 0)) for line in found]
    assert [line["learning_rate"] for line in found] == pytest.approx(rates)


def test_the_average_of_the_weights_counts(tmp_path):
    train(ToyTask(ToyConfig(steps=5, average=0.9)), tmp_path)
    content, best = last(tmp_path), checkpoint.load(tmp_path / checkpoint.BEST)
    assert same(best["model"], content["averaged"])
    assert not same(content["model"], content["averaged"])


def test_gradients_are_clipped(tmp_path):
    task = ToyTask(ToyConfig(clip=1e-3))
    loop = Loop(task, task.initial_network(), tmp_path)
    loop.step()
    squares = [float(weight.grad.square().sum()) for weight in loop.network.parameters()]
    assert math.sqrt(sum(squares)) == pytest.approx(1e-3, rel=1e-3)


def test_early_stopping_follows_the_loss_and_keeps_the_best(tmp_path):
    task = ToyTask(ToyConfig(steps=100, validate_every=2, patience=2))
    task.reports = [(0.3, 1.0), (0.5, 0.9), (0.4, 0.8), (0.4, 0.8), (0.45, 0.9), (0.9, 0.1)]
    outcome = train(task, tmp_path)
    assert outcome.reason == "patience"
    assert (outcome.progress.step, outcome.progress.best_step) == (10, 4)
    assert (outcome.progress.best, outcome.progress.lowest_loss) == (0.5, 0.8)
    assert checkpoint.load(tmp_path / checkpoint.BEST)["step"] == 4


def test_what_was_best_counts_no_more_when_the_task_says_so(tmp_path):
    task = ToyTask(ToyConfig(steps=4, validate_every=1))
    task.reports = [(0.9, 0.1), (0.8, 0.2), (0.3, 0.7), (0.4, 0.6)]
    task.before_step = lambda _, position: position.step == 2
    outcome = train(task, tmp_path)
    assert (outcome.progress.best, outcome.progress.best_step) == (0.4, 4)
    assert outcome.progress.lowest_loss == 0.6


def test_checkpoints_of_earlier_versions_are_refused_where_they_lack_something(tmp_path):
    task = ToyTask(ToyConfig())
    loop = Loop(task, task.initial_network(), tmp_path)
    loop.run(Session(0.0))
    content = checkpoint.load(tmp_path / checkpoint.LAST)
    del content["progress"]
    checkpoint.save(content, tmp_path / checkpoint.LAST)
    with pytest.raises(UnreadableTableError, match="earlier version"):
        loop.restore()
    averaged = ToyTask(replace(task.config, average=0.9))
    Loop(task, task.initial_network(), tmp_path).run(Session(0.0))
    with pytest.raises(UnreadableTableError, match="earlier version"):
        Loop(averaged, averaged.initial_network(), tmp_path).restore()
