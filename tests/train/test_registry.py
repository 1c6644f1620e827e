from pathlib import Path

import pytest

from featureshift.errors import UnknownNameError
from featureshift.train.registry import TASKS, load_task, task_class
from featureshift.train.settings import from_dict, to_dict
from featureshift.train.task import Task

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.toml"))


@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_made_of_its_defaults_and_knows_its_name(name):
    found = task_class(name)
    assert issubclass(found, Task)
    task = found(found.config_class())
    assert task.config.kind == name
    assert task.rules.batch >= 1
    assert task.budget <= task.free


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_shipped_configuration_is_valid(path):
    task = load_task(path)
    config = task.config
    assert from_dict(task.config_class, to_dict(config)) == config


def test_a_network_may_be_named_or_not(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("seed = 3")
    unnamed = load_task(path)
    path.write_text("kind = 'fslnet'\nseed = 3")
    assert type(unnamed) is type(load_task(path))
    assert unnamed.config == load_task(path).config


def test_an_unknown_network_is_refused(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("kind = 'graphnets'")
    with pytest.raises(UnknownNameError, match="graphnet"):
        load_task(path)
