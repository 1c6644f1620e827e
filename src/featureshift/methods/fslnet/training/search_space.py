"""The settings of FSL-Net that a search tries: those that the paper searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from featureshift.methods.fslnet.config import SEARCH_MEASURES, SEARCH_SPACE, FSLNetConfig
from featureshift.methods.fslnet.training.config import TrainConfig
from featureshift.train.task import Draw

OPTIMIZER_SPACE: dict[str, tuple[Any, ...]] = {
    "learning_rate": (1e-4, 1e-3, 1e-2),
    "gamma": (0.9, 0.999, 0.9995),
    "lam": (1e-4, 1e-3),
}
"""Values the paper searched, by field of ``OptimizerConfig``."""


def draw_settings(config: TrainConfig, draw: Draw) -> dict[str, Any]:
    """A value for every searched setting, as it is really trained."""
    searched = {**SEARCH_SPACE, **OPTIMIZER_SPACE}
    settings = {name: draw(name, values) for name, values in searched.items()}
    settings |= _draw_measures(FSLNetConfig.from_dict(config.network), draw)
    # The only schedule that knows gamma.
    return {**settings, "schedule": "exponential"}


def _draw_measures(network: FSLNetConfig, draw: Draw) -> dict[str, Any]:
    """Each measure on or off; with none, the network does without, if it has other maps."""
    drawn = [name for name in SEARCH_MEASURES if draw(f"measure_{name}", (True, False))]
    if not (drawn or network.use_moments or network.use_embedding):
        drawn = [draw("only_measure", SEARCH_MEASURES)]
    if drawn and network.use_measures:
        return {"use_measures": True, "measures": drawn}
    return {"use_measures": False}


def with_settings(config: TrainConfig, settings: Mapping[str, Any]) -> TrainConfig:
    """The configuration with drawn settings in place of its own."""
    of_optimizer = (*OPTIMIZER_SPACE, "schedule")
    optimizer = {name: settings[name] for name in of_optimizer}
    network = {name: value for name, value in settings.items() if name not in of_optimizer}
    full = FSLNetConfig.from_dict({**config.network, **network})
    return replace(
        config,
        network=full.to_dict(),
        optimizer=replace(config.optimizer, **optimizer),
    )
