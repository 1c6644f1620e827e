import json
from dataclasses import replace

import pytest

from featureshift.errors import OptionError
from featureshift.train import checkpoint
from featureshift.train.registry import TASKS, task_class
from featureshift.train.run import CONFIG_NAME, begin, has_begun, train

from .toy import ToyConfig, ToyTask

CONFIG = ToyConfig(steps=3)


def test_a_training_has_begun_before_its_first_checkpoint(tmp_path):
    told = []
    outcome = train(
        ToyTask(CONFIG), tmp_path, stop=lambda: True, prepared=lambda *counts: told.append(counts)
    )
    assert (outcome.reason, outcome.progress.step) == ("session", 0)
    assert told == [(1, 2)]
    assert has_begun(tmp_path)
    assert not (tmp_path / checkpoint.LAST).exists()
    with pytest.raises(OptionError, match="--resume"):
        train(ToyTask(CONFIG), tmp_path)
    assert train(ToyTask(CONFIG), tmp_path, resume=True).progress.step == 3


def test_what_was_refused_has_not_begun(tmp_path):
    wrong = ToyTask(replace(CONFIG, tables=5))
    with pytest.raises(OptionError, match="no tables to train on"):
        train(wrong, tmp_path / "out")
    with pytest.raises(OptionError, match="device"):
        train(ToyTask(CONFIG), tmp_path / "out", device="warp")
    assert not (tmp_path / "out").exists()
    assert train(ToyTask(CONFIG), tmp_path / "out").reason == "steps"


def test_resume_begins_where_nothing_is(tmp_path):
    assert train(ToyTask(CONFIG), tmp_path, resume=True).progress.step == 3


def test_only_free_settings_may_change(tmp_path):
    train(ToyTask(CONFIG), tmp_path)
    for other in (replace(CONFIG, seed=1), replace(CONFIG, clip=0.5)):
        with pytest.raises(OptionError, match="not the one this training began with"):
            train(ToyTask(other), tmp_path, resume=True)
    longer = replace(CONFIG, steps=5, threads=1, log_every=2)
    assert train(ToyTask(longer), tmp_path, resume=True).progress.step == 5
    assert json.loads((tmp_path / CONFIG_NAME).read_text())["steps"] == 5


def test_a_setting_that_was_not_known_then_had_its_default(tmp_path):
    train(ToyTask(CONFIG), tmp_path)
    known = json.loads((tmp_path / CONFIG_NAME).read_text())
    known.pop("clip")
    (tmp_path / CONFIG_NAME).write_text(json.dumps(known))
    with pytest.raises(OptionError, match="other values in: clip"):
        train(ToyTask(replace(CONFIG, clip=0.5)), tmp_path, resume=True)
    assert train(ToyTask(CONFIG), tmp_path, resume=True).progress.step == 3


def test_a_checkpoint_without_its_configuration_is_not_touched(tmp_path):
    train(ToyTask(CONFIG), tmp_path)
    (tmp_path / CONFIG_NAME).unlink()
    before = (tmp_path / checkpoint.LAST).read_bytes()
    for resume in (False, True):
        with pytest.raises(OptionError, match="not the configuration it began with"):
            train(ToyTask(CONFIG), tmp_path, resume=resume)
    assert (tmp_path / checkpoint.LAST).read_bytes() == before


def test_a_session_without_time_takes_no_step_and_is_taken_up(tmp_path):
    config = replace(CONFIG, parts=0)
    first = train(ToyTask(config), tmp_path, max_seconds=0.0)
    assert (first.reason, first.progress.step) == ("session", 0)
    assert train(ToyTask(config), tmp_path, resume=True).progress.step == 3


@pytest.mark.parametrize("kept", [True, False])
def test_preparations_count_as_time_where_they_are_kept(tmp_path, monkeypatch, kept):
    clock = [0.0]
    monkeypatch.setattr("featureshift.train.session.time.monotonic", lambda: clock[0])

    def prepare(*_):
        clock[0] += 100.0
        return True

    task = ToyTask(CONFIG)
    task.prepare, task.keeps_preparations = prepare, kept
    outcome = train(task, tmp_path, max_seconds=50.0)
    assert (outcome.reason, outcome.progress.step) == (("session", 0) if kept else ("steps", 3))


def test_a_task_is_closed_however_it_ends(tmp_path):
    done = ToyTask(CONFIG)
    train(done, tmp_path / "done")
    failing = ToyTask(CONFIG)
    failing.losses = lambda *_: 1 / 0
    with pytest.raises(ZeroDivisionError):
        train(failing, tmp_path / "failing")
    assert done.closed
    assert failing.closed


def test_the_best_network_is_exported(tmp_path):
    task = ToyTask(CONFIG)
    outcome = train(task, tmp_path / "out", export=tmp_path / "weights")
    ((best, directory, metadata),) = task.exported
    assert outcome.exported == directory == tmp_path / "weights"
    assert directory.is_dir()
    assert best["step"] == metadata["step"] == 3
    assert metadata["training"]["steps"] == 3


def test_nothing_is_exported_before_the_first_validation(tmp_path):
    task = ToyTask(CONFIG)
    assert train(task, tmp_path, stop=lambda: True, export=tmp_path / "w").exported is None
    assert not task.exported


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("device", ["warp", "meta", "cuda:99"])
def test_every_network_refuses_a_device_that_is_not_there(name, device, tmp_path):
    task = task_class(name)
    with pytest.raises(OptionError, match=f"cannot train on device '{device}'"):
        train(task(task.config_class()), tmp_path / "out", device=device)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", TASKS)
def test_every_network_asks_for_tables_before_it_begins(name, tmp_path):
    task = task_class(name)
    with pytest.raises(OptionError, match="no tables to train on"):
        begin(task(task.config_class()), tmp_path / "out", resume=False)
    assert not has_begun(tmp_path / "out")
