"""A GraphNet training from its configuration: split, shards, model, steps."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from featureshift.errors import OptionError
from featureshift.methods.fslnet.training.run import CONFIG_NAME, settle_config, split_corpus
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.methods.graphnet.training.data import GraphData, read_shards
from featureshift.methods.graphnet.training.shards import (
    SHARDS_NAME,
    TRAINING,
    VALIDATION,
    make_missing,
    makers,
)
from featureshift.methods.graphnet.training.trainer import GraphTrainer, Watch
from featureshift.train import checkpoint
from featureshift.train.config import to_dict
from featureshift.train.split import SPLIT_NAME, Split, read_split


@dataclass(frozen=True)
class GraphOutcome:
    """How a call of ``train_graphnet`` ended."""

    reason: str
    """As ``GraphTrainer.run`` says it; "session" means that training is not over."""
    step: int
    seconds: float
    best: float
    """The lowest validation loss."""
    out: Path


def train_graphnet(
    config: GraphTrainConfig,
    out: Path,
    *,
    resume: bool = False,
    max_seconds: float | None = None,
    made: Callable[[int], None] = lambda _: None,
    watch: Watch | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> GraphOutcome:
    """Describe pairs into ``out/shards`` as far as they are not there, then train in ``out``.

    ``made`` is told how many shards there are; ``max_seconds`` bounds this session.
    """
    begun = (out / CONFIG_NAME).exists()
    if begun and not resume:
        raise OptionError(
            f"{str(out)!r} holds a training already", remedy="add --resume, or another --out"
        )
    out.mkdir(parents=True, exist_ok=True)
    if config.threads:
        torch.set_num_threads(config.threads)
    settle_config(to_dict(config), out, begun=begun, free=FREE)
    split = _settle_split(config, out)
    ended = _session_end(max_seconds, stop)
    unfinished = GraphOutcome("session", 0, 0.0, math.inf, out)
    validation = _described(config, split.validation, VALIDATION, out, lambda _: None, ended)
    if validation is None:
        return unfinished
    training = _described(config, split.training, TRAINING, out, made, ended)
    if training is None:
        return unfinished
    trainer = GraphTrainer(config, training, validation, out)
    if (out / checkpoint.LAST).exists():
        trainer.restore()
    reason = trainer.run(watch, ended)
    return GraphOutcome(reason, trainer.step, trainer.seconds, trainer.best, out)


def _described(
    config: GraphTrainConfig,
    names: tuple[str, ...],
    part: str,
    out: Path,
    made: Callable[[int], None],
    stop: Callable[[], bool],
) -> GraphData | None:
    """The pairs of a part; None when told to stop before all of them were described."""
    paths: list[Path] = []
    for maker, count in makers(config, names, part, out / SHARDS_NAME):
        before = len(paths)

        def told(new: int, before: int = before) -> None:
            made(before + new)

        paths += make_missing(maker, count, config.workers, told, stop)
        if len(paths) < before + count:
            return None
    return read_shards(paths)


def _session_end(seconds: float | None, stop: Callable[[], bool]) -> Callable[[], bool]:
    """Tells whether so many seconds have passed since now, or somebody says stop."""
    started = time.monotonic()
    return lambda: (seconds is not None and time.monotonic() - started >= seconds) or stop()


FREE = frozenset(
    (
        "threads",
        "workers",
        "log_every",
        "null_shards",
        "copula_null_shards",
        "corpus.folder",
        "corpus.benchmark",
        "corpus.cache_megabytes",
    )
)
"""Settings a resumed training may change."""


def _settle_split(config: GraphTrainConfig, out: Path) -> Split:
    """The split of the corpus, drawn once and kept beside the weights."""
    path, corpus = out / SPLIT_NAME, config.corpus
    if path.exists():
        return read_split(path)
    if not corpus.folder and config.validation_tables:
        raise OptionError(
            "no tables to train on",
            expected=f"a folder from which {config.validation_tables} tables can validate",
            remedy="give --data DIR, or set validation_tables = 0 to train on simulated ones",
        )
    split = Split((), (), (), ())
    if corpus.folder:
        least = config.example.features[0]
        split = split_corpus(corpus, config.validation_tables, config.seed, min_features=least)
    path.write_text(json.dumps(asdict(split), indent=1) + "\n", "utf-8")
    return split
