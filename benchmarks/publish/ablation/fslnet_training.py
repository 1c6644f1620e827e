"""How FSL-Net is trained, as far as the ablation needs it.

The only file here that knows the names of the training framework.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from featureshift.errors import OptionError
from featureshift.methods.fslnet.training.config import TrainConfig, load_config
from featureshift.train.session import (
    UNFINISHED,
    asked_to_stop,
    require_torch,
    training_bar,
    with_folders,
)
from featureshift.train.settings import from_dict

if TYPE_CHECKING:
    from featureshift.train.loop import Progress

__all__ = [
    "TrainConfig",
    "asked_to_stop",
    "begin",
    "export_best",
    "load_config",
    "require_torch",
    "train",
    "training_bar",
    "with_budget",
    "with_folders",
    "with_parts",
]

SWITCHES = {"SM": "use_measures", "ME": "use_moments", "NE": "use_embedding"}
"""The field of ``FSLNetConfig`` for each part, in the paper's abbreviations."""
BUDGET = "optimizer.total_seconds"

Watch = Callable[["Progress", float], None]
"""Called after each step with the progress and the share of the training that is done."""


def with_parts(config: TrainConfig, parts: Collection[str]) -> TrainConfig:
    """The same training of a network that has only these of the parts in ``SWITCHES``."""
    switches = {switch: part in parts for part, switch in SWITCHES.items()}
    # The embedding sleeps at first only where there is something else to learn from.
    sleeps = "NE" in parts and len(parts) > 1
    wakes = config.optimizer.embedding_from if sleeps else 0.0
    return replace(
        config,
        network={**config.network, **switches},
        optimizer=replace(config.optimizer, embedding_from=wakes),
    )


def with_budget(config: TrainConfig, seconds: float) -> TrainConfig:
    """The same training with a budget of time as its only end, which its schedules then span."""
    if not seconds > 0:
        raise OptionError("a variant needs time to train", found=f"{seconds:g} seconds")
    optimizer = replace(config.optimizer, total_steps=0, total_seconds=float(seconds))
    return replace(config, optimizer=optimizer, validation=replace(config.validation, patience=0))


def begin(config: TrainConfig, out: Path, *, resume: bool) -> None:
    """Keep the configuration of all variants in ``out``; a resumed one must be the same."""
    from featureshift.methods.fslnet.training.task import FSLNetTask
    from featureshift.train.run import FREE, has_begun, settle_config

    if has_begun(out) and not resume:
        raise OptionError(
            f"{str(out)!r} holds an ablation already", remedy="add --resume, or another --out"
        )
    settle_config(config, out, free=(FREE | FSLNetTask.free) - {BUDGET})


def train(config: TrainConfig, directory: Path, watch: Watch, stop: Callable[[], bool]) -> bool:
    """Train, or go on, on the split of the corpus that its neighbors have; False if stopped."""
    from featureshift.corpus.training.split import share_split
    from featureshift.methods.fslnet.training.task import FSLNetTask
    from featureshift.train import run

    share_split(directory)
    outcome = run.train(FSLNetTask(config), directory, resume=True, watch=watch, stop=stop)
    return outcome.reason != UNFINISHED


def export_best(directory: Path, weights: Path) -> bool:
    """Write the best model of a training to ``weights``; False if it was never validated."""
    from featureshift.methods.fslnet.training.task import FSLNetTask
    from featureshift.train import run

    config = json.loads((directory / run.CONFIG_NAME).read_text("utf-8"))
    task = FSLNetTask(from_dict(TrainConfig, config))
    return run.export_best(task, directory, weights) is not None
