import json
from dataclasses import replace

import pytest

from featureshift.errors import OptionError
from featureshift.methods.fslnet.config import SEARCH_SPACE, FSLNetConfig
from featureshift.methods.fslnet.training import search_space
from featureshift.methods.fslnet.training import task as task_module
from featureshift.methods.fslnet.training.config import TrainConfig
from featureshift.methods.fslnet.training.search_space import OPTIMIZER_SPACE, with_settings
from featureshift.methods.fslnet.training.task import FSLNetTask
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.methods.graphnet.training.task import GraphNetTask
from featureshift.train import checkpoint
from featureshift.train import run as run_module
from featureshift.train import search as search_module
from featureshift.train.settings import from_dict

FAST = {
    "embedding_layers": (1, 2),
    "embedding_kernels": (8,),
    "prediction_layers": (1, 2),
    "prediction_kernels": (8,),
    "attention_heads": (4,),
    "moment_kernels": (8, 16),
}
"""Small values in place of the paper's: what is drawn does not matter here."""


@pytest.fixture
def tiny(smoke, monkeypatch):
    monkeypatch.setattr(search_space, "SEARCH_SPACE", {**SEARCH_SPACE, **FAST})
    return smoke(optimizer={"total_steps": 2}, stream={"group": 2, "ring": 1})


@pytest.fixture
def trained(monkeypatch):
    """Directories of all trainings that were begun, in order."""
    directories = []
    real = search_module.train

    def counting(task, out, **options):
        directories.append(out.name)
        return real(task, out, **options)

    monkeypatch.setattr(search_module, "train", counting)
    return directories


def search(config, out, trials, **options):
    return search_module.search(FSLNetTask(config), out, trials, **options)


def configuration(directory):
    content = json.loads((directory / "config.json").read_text())
    return from_dict(TrainConfig, content)


def test_a_search_goes_on_after_its_completed_trials(tiny, tmp_path, trained):
    seen = []
    first = search(tiny, tmp_path, 1, report=seen.append)
    assert first == seen
    both = search(tiny, tmp_path, 2)
    assert trained == ["trial-0000", "trial-0001"]
    assert {trial.number for trial in both} == {0, 1}
    assert first[0] in both
    assert both[0].score >= both[1].score
    assert both[0].settings != both[1].settings
    assert len(search(tiny, tmp_path, 2)) == 2
    assert len(trained) == 2


def test_settings_are_the_values_that_were_trained(tiny, tmp_path):
    for trial in search(tiny, tmp_path, 2):
        known = configuration(tmp_path / f"trial-{trial.number:04d}")
        assert with_settings(tiny, trial.settings) == known
        fields = {**vars(known.optimizer), **FSLNetConfig.from_dict(known.network).to_dict()}
        assert trial.settings == {name: fields[name] for name in trial.settings}
        assert {*SEARCH_SPACE, *OPTIMIZER_SPACE, "use_measures"} < set(trial.settings)


class Killed(BaseException):
    pass


def test_a_killed_trial_is_taken_up_with_its_own_settings(tiny, tmp_path, trained):
    undisturbed = search(tiny, tmp_path / "whole", 2)
    steps = iter(range(100))

    def killed():
        # At its second question: one is asked before the trial, one after each step.
        if next(steps) == 1:
            raise Killed

    trained.clear()
    with pytest.raises(Killed):
        search(replace(tiny, checkpoint_seconds=0.0), tmp_path / "parts", 2, stop=killed)
    directory = tmp_path / "parts" / "trial-0000"
    begun = configuration(directory)
    assert checkpoint.load(directory / checkpoint.LAST)["progress"]["step"] == 1
    found = search(tiny, tmp_path / "parts", 2)
    assert trained == ["trial-0000", "trial-0000", "trial-0001"]
    assert replace(configuration(directory), checkpoint_seconds=0.0) == begun
    assert found == undisturbed


def test_a_trial_that_fails_is_taken_up_too(tiny, tmp_path, trained, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(task_module, "make_examples", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            search(tiny, tmp_path, 1)
    assert [trial.number for trial in search(tiny, tmp_path, 1)] == [0]
    assert trained == ["trial-0000", "trial-0000"]


def test_a_search_that_is_asked_to_stop_keeps_its_step(tiny, tmp_path, trained):
    assert search(tiny, tmp_path, 1, stop=iter([False, True]).__next__) == []
    last = tmp_path / "trial-0000" / checkpoint.LAST
    assert checkpoint.load(last)["progress"]["step"] == 1
    assert len(search(tiny, tmp_path, 1)) == 1
    assert trained == ["trial-0000", "trial-0000"]


def test_another_configuration_is_refused(tiny, tmp_path, trained):
    search(tiny, tmp_path, 1)
    for other in (
        replace(tiny, seed=1),
        replace(tiny, optimizer=replace(tiny.optimizer, total_steps=3)),
    ):
        with pytest.raises(OptionError, match="not the one this training began with"):
            search(other, tmp_path, 2)
    (tmp_path / "config.json").unlink()
    with pytest.raises(OptionError, match="not the configuration it began with"):
        search(tiny, tmp_path, 2)
    assert len(trained) == 1


def test_the_corpus_is_split_once(tiny, small_corpus, tmp_path, monkeypatch):
    config = replace(
        tiny,
        corpus=replace(tiny.corpus, folder=str(small_corpus)),
        example=replace(tiny.example, features=(8, 9)),
        validation=replace(tiny.validation, tables=3, simulated=0),
    )
    splits = []
    draw = run_module.split_corpus

    def counted(*rules, **options):
        splits.append(draw(*rules, **options))
        return splits[-1]

    monkeypatch.setattr(run_module, "split_corpus", counted)
    search(config, tmp_path / "out", 2)
    assert len(splits) == 1
    one, other = (tmp_path / "out" / f"trial-000{k}" / "split.json" for k in (0, 1))
    assert one.read_text() == other.read_text()


def test_no_trials(tiny, tmp_path):
    with pytest.raises(OptionError, match="needs trials"):
        search(tiny, tmp_path, 0)


def test_a_network_without_a_search_space_is_refused(tmp_path):
    with pytest.raises(OptionError, match="no settings to search are known for graphnet"):
        search_module.search(GraphNetTask(GraphTrainConfig()), tmp_path / "out", 1)
    assert not (tmp_path / "out").exists()
