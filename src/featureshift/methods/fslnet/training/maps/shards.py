"""Described pairs on disk, some dozens a file: made when they are first wanted, read when again.

A shard depends on the seed, its number, the tables and the kernels alone. So a resumed training
makes again only what is not there, and what no step will ask for any more can be deleted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from featureshift.corpus import Folder
from featureshift.corpus.training.tables import FolderTables
from featureshift.methods.fslnet.maps.pair_maps import PairMaps
from featureshift.methods.fslnet.training.maps.config import MapTrainConfig
from featureshift.methods.fslnet.training.maps.described import (
    DescribedPair,
    describe,
    draw_order,
)
from featureshift.train.pair_source import PairConfig, PairSource
from featureshift.train.seeds import Branch

TRAINING, VALIDATION, NULL = "train", "validation", "null"
BRANCHES = {
    TRAINING: Branch.FSLNET_MAPS_TRAINING,
    VALIDATION: Branch.FSLNET_MAPS_VALIDATION,
    NULL: Branch.FSLNET_MAPS_NULL,
}
"""``NULL``: pairs without a shift, of the tables that validate."""


@dataclass(frozen=True)
class Shards:
    """The shards of one part of a training."""

    config: MapTrainConfig
    names: tuple[str, ...]
    """Tables of the folder to draw from."""
    part: str
    """One of ``BRANCHES``."""
    maps: PairMaps
    directory: Path

    def path(self, number: int) -> Path:
        return self.directory / f"{self.part}-{number:05d}.npz"

    def read(self, number: int) -> list[DescribedPair]:
        """The pairs of a shard, described now if they were not before."""
        path = self.path(number)
        if path.exists():
            return _load(path)
        pairs = self._made(number)
        self.directory.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".tmp.npz")
        _store(pairs, beside)
        beside.replace(path)
        return pairs

    def forget(self, number: int) -> None:
        """Delete a shard that will not be asked for again."""
        self.path(number).unlink(missing_ok=True)

    def _made(self, number: int) -> list[DescribedPair]:
        pairs = []
        for index in range(self.config.stream.per_shard):
            rng = BRANCHES[self.part].generator(self.config.seed, number, index)
            pair = self._source.draw(rng)
            order = draw_order(pair, self.config.stream.related, rng)
            described = describe(pair, self.maps, order)
            if described is not None:
                pairs.append(described)
        return pairs

    @cached_property
    def _source(self) -> PairSource:
        corpus, example = self.config.corpus, self.config.example
        if self.part != TRAINING:
            example = _of_validation(self.config)
        if self.part == NULL:
            example = replace(example, unshifted=1.0)
        tables = None
        if self.names:
            tables = FolderTables(
                Folder(corpus.folder),
                self.names,
                filtered=corpus.clean,
                cache_megabytes=corpus.cache_megabytes,
            )
        return PairSource(tables, corpus, example)


def _of_validation(config: MapTrainConfig) -> PairConfig:
    rules = config.validation
    return replace(
        config.example,
        features=rules.features,
        wide=0.0,
        rows=rules.rows,
        max_cells=rules.max_cells,
        unshifted=rules.unshifted,
        several=0.0,
    )


def _store(pairs: list[DescribedPair], path: Path) -> None:
    np.savez(
        path,
        merged=np.concatenate([pair.merged for pair in pairs], axis=1),
        changed=np.concatenate([pair.changed for pair in pairs]),
        sizes=np.array([len(pair.changed) for pair in pairs]),
        manipulations=np.array([pair.manipulation for pair in pairs]),
    )


def _load(path: Path) -> list[DescribedPair]:
    with np.load(path) as shard:
        ends = np.cumsum(shard["sizes"])[:-1]
        return [
            DescribedPair(np.ascontiguousarray(merged), changed, str(name))
            for merged, changed, name in zip(
                np.split(shard["merged"], ends, axis=1),
                np.split(shard["changed"], ends),
                shard["manipulations"],
                strict=True,
            )
        ]
