import dataclasses
import json

import numpy as np
import pytest
import torch

import featureshift
from featureshift.errors import OptionError
from featureshift.methods.fslnet.localizer import FSLNet
from featureshift.methods.fslnet.training.maps.config import (
    MapOptimizerConfig,
    MapStreamConfig,
    MapTrainConfig,
    MapValidationConfig,
)
from featureshift.methods.fslnet.training.maps.task import MapTask
from featureshift.train import checkpoint
from featureshift.train.pair_source import PairConfig
from featureshift.train.run import train

NETWORK = {
    "prediction_merge": "studentized",
    "moment_drawn": True,
    "use_cells": True,
    "use_embedding": False,
    "cells": [10],
    "moment_kernels": 4,
    "prediction_layers": 1,
    "prediction_kernels": 8,
}


@pytest.fixture
def config():
    return MapTrainConfig(
        log_every=2,
        example=PairConfig(features=(6, 10), wide=0.0, rows=(80, 160)),
        stream=MapStreamConfig(per_shard=4, ring=2, first=2, steps_per_shard=3),
        optimizer=MapOptimizerConfig(steps=9, batch=3),
        validation=MapValidationConfig(
            every=4, tables=0, shards=1, null_shards=2, features=(6, 10), rows=(80, 160)
        ),
        network=NETWORK,
    )


def weights(out):
    return checkpoint.load(out / checkpoint.LAST)["averaged"]


def same(left, right):
    return all(torch.equal(left[name], right[name]) for name in left)


def test_an_interrupted_training_ends_with_the_same_weights(config, tmp_path):
    assert train(MapTask(config), tmp_path / "whole").reason == "steps"
    calls = iter([False] * 5)
    paused = train(MapTask(config), tmp_path / "parts", stop=lambda: next(calls, True))
    assert paused.reason == "session"
    assert 0 < paused.progress.step < 9
    for path in (tmp_path / "parts" / "shards").iterdir():
        path.unlink()  # described again
    assert train(MapTask(config), tmp_path / "parts", resume=True).reason == "steps"
    assert same(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    lines = (tmp_path / "parts" / "log.jsonl").read_text().splitlines()
    steps = [json.loads(line)["step"] for line in lines]
    assert steps == sorted(set(steps))


def test_shards_that_left_the_ring_are_deleted(config, tmp_path):
    train(MapTask(config), tmp_path)
    left = sorted(path.name for path in (tmp_path / "shards").glob("train-*"))
    assert left == ["train-00002.npz", "train-00003.npz"]


def test_what_is_exported_runs_without_torch_and_agrees(config, tmp_path, rng):
    train(MapTask(config), tmp_path / "out", export=tmp_path / "weights")
    reference = rng.normal(size=(120, 9))
    query = rng.normal(size=(90, 9))
    query[:, 2] += 3
    query[0, 1] = np.nan
    reference[:, 5] = query[:, 5] = 1.0
    result = featureshift.localize(reference, query, method=FSLNet(weights=tmp_path / "weights"))
    scores = dict(zip(result.features, result.scores, strict=True))
    assert np.isfinite(result.scores).all()
    assert scores.get("x5", 0.0) < 1e-6  # holds one value
    again = featureshift.localize(
        rng.permutation(reference),
        rng.permutation(query),
        method=FSLNet(weights=tmp_path / "weights"),
    )
    np.testing.assert_allclose(again.scores, result.scores, atol=1e-3)


def test_other_networks_are_refused(config):
    with pytest.raises(OptionError, match="studentized"):
        MapTask(dataclasses.replace(config, network={"use_moments": True}))
