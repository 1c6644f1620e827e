"""A training from its task: directory, configuration, split, pairs, loop, export.

A directory holds a training as soon as it holds its configuration, ``config.json``: that is written
when the first session has checked what it was given, before any long work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from featureshift.corpus.training.split import SPLIT_NAME, Split, read_split, write_split
from featureshift.errors import OptionError
from featureshift.train import checkpoint
from featureshift.train.corpus import split_corpus
from featureshift.train.device import require_device
from featureshift.train.loop import Loop, Progress, Watch
from featureshift.train.origin import origin
from featureshift.train.session import UNFINISHED, Prepared, Session
from featureshift.train.settings import TaskConfig, from_dict, to_dict
from featureshift.train.task import AnyTask
from featureshift.written_whole import write_text

CONFIG_NAME = "config.json"
FREE = frozenset(
    (
        "kind",
        "threads",
        "log_every",
        "checkpoint_seconds",
        "corpus.folder",
        "corpus.benchmark",
        "corpus.cache_megabytes",
    )
)
"""Settings a resumed training may change: speed, and where the same corpus lies."""


@dataclass(frozen=True)
class Outcome:
    """How a call of ``train`` ended."""

    reason: str
    """As ``Loop.run`` says it; "session" means that training is not over."""
    progress: Progress
    out: Path
    exported: Path | None


def train(
    task: AnyTask,
    out: Path,
    *,
    resume: bool = False,
    device: str = "cpu",
    max_seconds: float | None = None,
    export: Path | None = None,
    watch: Watch | None = None,
    prepared: Prepared = lambda _done, _total: None,
    stop: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Train in the directory ``out``, then export the best network so far to ``export``, if given.

    With ``resume`` a training that is there goes on (and one that is not begins); without it, a
    directory that holds one is refused. ``max_seconds`` bounds this session (preparations count if
    they are kept), and ``stop`` is asked after each step. ``prepared`` is told how far preparations
    are, ``watch`` how far training is.
    """
    session = Session(max_seconds, stop, prepared)
    require_device(device)
    split = begin(task, out, resume=resume)
    if task.config.threads:
        torch.set_num_threads(task.config.threads)
    task.device = device
    reason, progress = UNFINISHED, Progress()
    with closing(task):
        if task.prepare(split, out, session):
            loop = Loop(task, task.initial_network(), out)
            if (out / checkpoint.LAST).exists():
                loop.restore()
            if not task.keeps_preparations:
                session.restart()
            reason = loop.run(session, watch)
            progress = loop.progress
    exported = export_best(task, out, export) if export is not None else None
    return Outcome(reason, progress, out, exported)


def has_begun(out: Path) -> bool:
    """Whether a directory holds a training."""
    return (out / CONFIG_NAME).exists()


def begin(task: AnyTask, out: Path, *, resume: bool) -> Split:
    """Settle configuration and split of a training, the first time or again."""
    if has_begun(out) and not resume:
        raise OptionError(
            f"{str(out)!r} holds a training already", remedy="add --resume, or another --out"
        )
    if (out / checkpoint.LAST).exists() and not has_begun(out):
        raise OptionError(
            f"{str(out)!r} holds a checkpoint, but not the configuration it began with",
            remedy="train in another directory",
        )
    require_same_config(task.config, out, free=FREE | task.free)
    split = settle_split(task, out)
    write_config(task.config, out)
    return split


def settle_config(config: TaskConfig, out: Path, *, free: Collection[str]) -> None:
    """Keep a configuration in ``out``; one that is there must be the same.

    Settings in ``free`` may change.
    """
    require_same_config(config, out, free=free)
    write_config(config, out)


def require_same_config(config: TaskConfig, out: Path, *, free: Collection[str]) -> None:
    """Refuse another configuration than the one in ``out``, if there is any.

    A setting that was not known when a training began has its default there.
    """
    path = out / CONFIG_NAME
    if not path.exists():
        return
    began = from_dict(type(config), json.loads(path.read_text("utf-8")))
    old, new = (dict(_flat(to_dict(each))) for each in (began, config))
    changed = sorted(key for key in old | new if old.get(key) != new.get(key) and key not in free)
    if changed:
        raise OptionError(
            "the configuration is not the one this training began with",
            expected=f"the settings of {path}",
            found=f"other values in: {', '.join(changed)}",
            remedy="resume with the same configuration, or train in another directory",
        )


def write_config(config: TaskConfig, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    write_text(json.dumps(to_dict(config), indent=1) + "\n", out / CONFIG_NAME)


def _flat(content: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in content.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{where}{key}.")
        else:
            yield where + key, value


def settle_split(task: AnyTask, out: Path) -> Split:
    """The split of the corpus, drawn once and kept beside the weights."""
    path, config = out / SPLIT_NAME, task.config
    if path.exists():
        return read_split(path)
    least = task.least_features
    split = split_corpus(config.corpus, task.validation_tables, config.seed, min_features=least)
    out.mkdir(parents=True, exist_ok=True)
    write_split(split, path)
    return split


def export_best(task: AnyTask, out: Path, directory: Path) -> Path | None:
    """Export the best network of ``out`` so far; None when there was no validation yet."""
    if not (out / checkpoint.BEST).exists():
        return None
    best = checkpoint.load(out / checkpoint.BEST)
    directory.mkdir(parents=True, exist_ok=True)
    task.export(best, out, directory, origin(task.config, best, out))
    return directory
