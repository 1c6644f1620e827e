"""Described pairs on disk, some hundred a file: made once, in any order, read every time.

A shard depends on the seed, its number and the tables alone, so an interrupted training makes only
what is missing, and several processes can share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus import Folder
from featureshift.corpus.training.tables import FolderTables
from featureshift.methods.graphnet.channels import EDGE_NAMES, NODE_NAMES
from featureshift.methods.graphnet.feature_graph import FeatureGraph, feature_graph
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.methods.graphnet.training.level_codes import level_coded
from featureshift.simulate import LabeledPair
from featureshift.train.pair_source import PairSource
from featureshift.train.seeds import Branch
from featureshift.train.worker import start_worker

SHARDS_NAME = "shards"
"""Of their directory, beside the weights."""
TRAINING, VALIDATION, NULL = "train", "validation", "null"
COPULA = "-copula"
"""Of a part, what is drawn from simulated tables of mixed columns."""
BRANCHES = {
    TRAINING: Branch.GRAPHNET_TRAINING,
    VALIDATION: Branch.GRAPHNET_VALIDATION,
    TRAINING + COPULA: Branch.GRAPHNET_TRAINING_COPULA,
    VALIDATION + COPULA: Branch.GRAPHNET_VALIDATION_COPULA,
    NULL: Branch.GRAPHNET_NULL,
    NULL + COPULA: Branch.GRAPHNET_NULL_COPULA,
}
UNSHIFTED = ""


@dataclass(frozen=True)
class ShardMaker:
    """Makes the shard of a number. Can be pickled; tables are read where it runs."""

    config: GraphTrainConfig
    names: tuple[str, ...]
    """Tables of the folder to draw from."""
    part: str
    """One of ``BRANCHES``."""
    directory: Path

    def path(self, number: int) -> Path:
        return self.directory / f"{self.part}-{number:05d}.npz"

    def __call__(self, number: int) -> Path:
        """Write a shard, whole or not at all."""
        graphs, changed, names = [], [], []
        for index in range(self.config.per_shard):
            rng = BRANCHES[self.part].generator(self.config.seed, number, index)
            pair = self._source.draw(rng)
            told = _told_of(pair)
            reference, query = (table[:, told] for table in level_coded(pair))
            graphs.append(feature_graph(reference, query, pair.categorical[told]))
            changed.append(pair.changed[told])
            shifted = pair.manipulation is not None and bool(pair.changed.any())
            names.append(str(pair.manipulation) if shifted else UNSHIFTED)
        beside = self.path(number).with_suffix(".tmp.npz")
        _write(beside, graphs, changed, names)
        beside.replace(self.path(number))
        return self.path(number)

    @cached_property
    def _source(self) -> PairSource:
        corpus, example = self.config.corpus, self.config.example
        if self.part.startswith(NULL):
            example = self.config.null.of(example)
        if self.part.endswith(COPULA):
            return PairSource(None, corpus, replace(example, copula=1.0, kinds={}))
        if not self.names:
            return PairSource(None, corpus, example)
        tables = FolderTables(
            Folder(corpus.folder),
            self.names,
            filtered=corpus.clean,
            cache_megabytes=corpus.cache_megabytes,
        )
        return PairSource(tables, corpus, example)


def _told_of(pair: LabeledPair) -> NDArray[np.bool_]:
    """[features]: columns that a localizer describes, so not those without value or variation.

    One is left where all are like that.
    """
    both = np.concatenate([pair.reference, pair.query])
    present = ~np.isnan(both)
    some, varies = present.any(axis=0), np.fmax.reduce(both) > np.fmin.reduce(both)
    told = np.asarray(some & (varies | ~present.all(axis=0)) | pair.changed)
    told[0] |= not told.any()
    return told


def _write(
    path: Path, graphs: Sequence[FeatureGraph], changed: Sequence[np.ndarray], names: list[str]
) -> None:
    np.savez(
        path,
        # Half precision halves the memory of a training and loses less than sampling noise does.
        nodes=np.concatenate([graph.nodes for graph in graphs]).astype(np.float16),
        partners=np.concatenate([graph.partners for graph in graphs]).astype(np.int32),
        edges=np.concatenate([graph.edges for graph in graphs]).astype(np.float16),
        linked=np.concatenate([graph.linked for graph in graphs]),
        changed=np.concatenate(changed),
        sizes=np.array([len(graph.nodes) for graph in graphs]),
        names=np.array(names),
        node_names=np.array(NODE_NAMES),
        edge_names=np.array(EDGE_NAMES),
    )


def makers(
    config: GraphTrainConfig, names: tuple[str, ...], part: str, directory: Path
) -> list[tuple[ShardMaker, int]]:
    """Who makes the shards of ``TRAINING``, ``VALIDATION`` or ``NULL``, and how many each."""
    tables, simulated = {
        TRAINING: (config.shards, config.copula_shards),
        VALIDATION: (config.validation_shards, config.copula_validation_shards),
        NULL: (config.null_shards, config.copula_null_shards),
    }[part]
    return [
        (ShardMaker(config, names, part, directory), tables),
        (ShardMaker(config, (), part + COPULA, directory), simulated),
    ]


def make_missing(
    maker: ShardMaker,
    count: int,
    workers: int,
    done: Callable[[int], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Path]:
    """The first ``count`` shards; those that are not there are made by so many processes.

    ``done`` is told how many there are. Told to ``stop``, it finishes those that are being made and
    returns what there is.
    """
    maker.directory.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(count) if not maker.path(number).exists()]
    done(count - len(missing))
    if missing:
        context = get_context("spawn")
        with ProcessPoolExecutor(workers, context, initializer=start_worker) as pool:
            for made, _ in enumerate(pool.map(maker, missing), start=1):
                done(count - len(missing) + made)
                if stop():
                    pool.shutdown(cancel_futures=True)
                    break
    paths = [maker.path(number) for number in range(count)]
    return [path for path in paths if path.exists()]
