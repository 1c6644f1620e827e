"""What the shards of each part are drawn from."""

from dataclasses import replace

import numpy as np
import pytest

from featureshift.methods.graphnet.training.config import GraphTrainConfig, NullConfig
from featureshift.methods.graphnet.training.data import read_shards
from featureshift.methods.graphnet.training.shards import (
    BRANCHES,
    COPULA,
    NULL,
    TRAINING,
    ShardMaker,
)
from featureshift.train.pair_source import PairConfig

CONFIG = GraphTrainConfig(
    per_shard=40,
    example=PairConfig(
        features=(5, 12), wide=0.0, rows=(80, 200), kinds={"closed": 0.5}, few=0.3, faults=0.5
    ),
    null=NullConfig(wide=0.0, few=0.5, kinds={"levels": 0.5, "tails": 0.5}),
)


def test_pairs_of_new_kinds_are_described_and_stored(tmp_path):
    """Half precision holds what gross outliers and heavy tails give."""
    data = read_shards([ShardMaker(CONFIG, (), TRAINING, tmp_path)(0)])
    assert len(data) == 40
    assert np.isfinite(data.nodes).all()
    assert np.isfinite(data.edges).all()


def test_the_null_mix_is_that_of_the_configuration(tmp_path):
    data = read_shards([ShardMaker(CONFIG, (), NULL, tmp_path)(0)])
    assert set(data.manipulations) == {""}
    assert not data.changed.any()


@pytest.mark.parametrize("part", BRANCHES)
def test_parts_of_mixed_columns_hold_nothing_else(part, tmp_path):
    example = ShardMaker(CONFIG, (), part, tmp_path)._source.config
    if part.endswith(COPULA):
        assert (example.copula, example.kinds) == (1.0, {})
    else:
        assert example.kinds == (CONFIG.null if part == NULL else CONFIG.example).kinds
    assert example.unshifted == (1.0 if part.startswith(NULL) else CONFIG.example.unshifted)


def test_shards_of_the_same_configuration_are_the_same(tmp_path):
    small = replace(CONFIG, per_shard=4)
    one, other = (tmp_path / name for name in ("one", "other"))
    for directory in (one, other):
        directory.mkdir()
        ShardMaker(small, (), NULL, directory)(3)
    files = [read_shards([directory / "null-00003.npz"]) for directory in (one, other)]
    assert np.array_equal(files[0].nodes, files[1].nodes)
