import json
from contextlib import nullcontext
from pathlib import Path
from threading import Event

import pytest
from cyclopts import CycloptsError

from featureshift.cli import train as command
from featureshift.cli.train import app
from featureshift.errors import FeatureshiftError, OptionError, UnknownNameError


def call(*arguments):
    return app(
        list(map(str, arguments)),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )


@pytest.fixture
def short(tmp_path):
    smoke = Path(__file__).parents[2] / "configs" / "smoke.toml"
    path = tmp_path / "short.toml"
    path.write_text(smoke.read_text().replace("total_steps = 20", "total_steps = 2"))
    return path


def test_train_pause_and_resume(short, tmp_path, capsys):
    out = tmp_path / "out"
    assert call(short, "--out", out, "--max-seconds", 0) == 0
    assert "paused" in capsys.readouterr().err
    with pytest.raises(OptionError, match="--resume"):
        call(short, "--out", out)
    assert call(short, "--out", out, "--resume") == 0
    error = capsys.readouterr().err
    assert "done: 2 steps" in error
    assert (out / "best.pt").exists()


GRAPHNET = """
kind = "graphnet"
shards = 1
per_shard = 4
validation_shards = 1
validation_tables = 0
workers = 1
[example]
features = [5, 8]
wide = 0.0
rows = [80, 120]
[optimizer]
steps = 2
batch = 2
[network]
hidden = 8
rounds = 1
"""


@pytest.fixture
def short_graphnet(tmp_path):
    path = tmp_path / "graphnet.toml"
    path.write_text(GRAPHNET)
    return path


def test_train_another_network_pause_and_resume(short_graphnet, tmp_path, capsys):
    out = tmp_path / "out"
    assert call(short_graphnet, "--out", out, "--max-seconds", 0) == 0
    assert "paused, go on with --resume: 0 steps" in " ".join(capsys.readouterr().err.split())
    with pytest.raises(OptionError, match="--resume"):
        call(short_graphnet, "--out", out)
    assert call(short_graphnet, "--out", out, "--resume", "--export", tmp_path / "w") == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "done: 2 steps" in told
    assert "best validation loss" in told
    assert "exported to" in told
    assert (tmp_path / "w" / "graphnet.predict.onnx").exists()


@pytest.mark.parametrize("command", [(), ("search", "--trials", 1)], ids=["train", "search"])
def test_a_device_that_is_not_there_is_refused(short, tmp_path, command):
    with pytest.raises(OptionError, match="cannot train on device 'warp'"):
        call(*command[:1], short, *command[1:], "--out", tmp_path / "out", "--device", "warp")
    assert not (tmp_path / "out").exists()


def test_graphnet_refuses_a_device_that_is_not_there(short_graphnet, tmp_path):
    with pytest.raises(OptionError, match="cannot train on device 'warp'"):
        call(short_graphnet, "--out", tmp_path / "out", "--device", "warp")


def test_a_search_of_a_network_without_a_search_space(short_graphnet, tmp_path):
    with pytest.raises(OptionError, match="no settings to search"):
        call("search", short_graphnet, "--trials", 1, "--out", tmp_path / "out")


def test_search(short, tmp_path, capsys):
    assert call("search", short, "--trials", 1, "--out", tmp_path / "s") == 0
    told = capsys.readouterr()
    settings = json.loads((tmp_path / "s" / "trial-0000" / "config.json").read_text())
    rate, kernels = settings["optimizer"]["learning_rate"], settings["network"]["moment_kernels"]
    for text in (" ".join(told.out.split()), " ".join(told.err.split())):
        assert "trial 0, mean F1" in text
        assert f"learning_rate {rate}," in text
        assert f"moment_kernels {kernels}," in text
    assert "best:" in told.out


def test_a_search_that_is_asked_to_stop(short, tmp_path, capsys, monkeypatch):
    asked = Event()
    asked.set()
    monkeypatch.setattr(command, "asked_to_stop", lambda: nullcontext(asked))
    assert call("search", short, "--trials", 1, "--out", tmp_path / "s") == 0
    told = capsys.readouterr()
    assert "paused after 0 of 1 trials" in told.err
    assert not told.out


def test_missing_configuration(tmp_path):
    with pytest.raises(FeatureshiftError, match="no configuration"):
        call(tmp_path / "absent.toml")


def test_unknown_key(short, tmp_path):
    short.write_text(short.read_text() + "\nembeding_layers = 2\n")
    with pytest.raises(UnknownNameError, match="embedding_layers"):
        call(short, "--out", tmp_path / "out")


def test_unknown_option(short):
    with pytest.raises(CycloptsError):
        call(short, "--resum")


MAPS = """
kind = "fslnet-maps"
[example]
features = [6, 8]
wide = 0.0
rows = [80, 100]
[stream]
per_shard = 4
ring = 2
first = 1
[optimizer]
steps = 2
batch = 2
[validation]
tables = 0
shards = 1
null_shards = 1
features = [6, 8]
rows = [80, 100]
[network]
prediction_merge = "studentized"
prediction_layers = 1
use_moments = false
use_embedding = false
"""


def test_the_studentized_recipe_trains_and_is_exported(tmp_path, capsys):
    path = tmp_path / "maps.toml"
    path.write_text(MAPS)
    assert call(path, "--out", tmp_path / "out", "--max-seconds", 0) == 0
    assert "paused" in capsys.readouterr().err
    assert call(path, "--out", tmp_path / "out", "--resume", "--export", tmp_path / "weights") == 0
    assert "done: 2 steps" in capsys.readouterr().err
    assert (tmp_path / "weights" / "fslnet.predict.onnx").exists()
