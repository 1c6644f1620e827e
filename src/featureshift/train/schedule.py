"""The learning rate as a pure function of how far training has come."""

from __future__ import annotations

import math
from dataclasses import dataclass

from featureshift.train.config import OptimizerConfig


@dataclass(frozen=True)
class Position:
    """How far training has come."""

    step: int
    seconds: float
    """Of all sessions together."""
    validations: int


def learning_rate(config: OptimizerConfig, position: Position) -> float:
    """Warm-up, then the schedule.

    >>> config = OptimizerConfig(schedule="cosine", total_steps=100, final_share=0.0)
    >>> [round(learning_rate(config, Position(step, 0.0, 0)), 6) for step in (0, 50, 100)]
    [0.001, 0.0005, 0.0]
    """
    warm = min(1.0, (position.step + 1) / config.warmup_steps) if config.warmup_steps else 1.0
    if config.schedule == "exponential":
        return config.learning_rate * warm * float(config.gamma**position.validations)
    height = 0.5 * (1 + math.cos(math.pi * share_done(config, position)))
    return config.learning_rate * warm * (config.final_share + (1 - config.final_share) * height)


def share_done(config: OptimizerConfig, position: Position) -> float:
    """From 0 to 1, by whichever limit comes first; 0 without any limit."""
    shares = [0.0]
    if config.total_steps:
        shares.append(position.step / config.total_steps)
    if config.total_seconds:
        shares.append(position.seconds / config.total_seconds)
    return min(1.0, max(shares))
