"""The learning rate as a pure function of how far training has come."""

from __future__ import annotations

import math
from dataclasses import dataclass

SCHEDULES = ("exponential", "cosine")


@dataclass(frozen=True)
class Schedule:
    """How the learning rate goes, and when training ends."""

    learning_rate: float
    """At its highest."""
    schedule: str = "cosine"
    """One of ``SCHEDULES``; it follows validations or the share that is done."""
    gamma: float = 1.0
    """Factor per validation, of the exponential schedule."""
    warmup_steps: int = 0
    """The rate rises linearly over these."""
    final_share: float = 0.01
    """The last learning rate of the cosine schedule, as a share of the highest."""
    total_steps: int = 0
    """Training ends after these; 0: no limit."""
    total_seconds: float = 0.0
    """Training ends after these, all sessions together; 0: no limit."""


@dataclass(frozen=True)
class Position:
    """How far training has come."""

    step: int
    seconds: float
    """Of all sessions together."""
    validations: int


def learning_rate(rules: Schedule, position: Position) -> float:
    """Warm-up, then the schedule.

    >>> rules = Schedule(1e-3, total_steps=100, final_share=0.0)
    >>> [round(learning_rate(rules, Position(step, 0.0, 0)), 6) for step in (0, 50, 100)]
    [0.001, 0.0005, 0.0]
    """
    warm = min(1.0, (position.step + 1) / rules.warmup_steps) if rules.warmup_steps else 1.0
    if rules.schedule == "exponential":
        return rules.learning_rate * warm * float(rules.gamma**position.validations)
    height = 0.5 * (1 + math.cos(math.pi * share_done(rules, position)))
    return rules.learning_rate * warm * (rules.final_share + (1 - rules.final_share) * height)


def share_done(rules: Schedule, position: Position) -> float:
    """From 0 to 1, by whichever limit comes first; 0 without any limit."""
    shares = [0.0]
    if rules.total_steps:
        shares.append(position.step / rules.total_steps)
    if rules.total_seconds:
        shares.append(position.seconds / rules.total_seconds)
    return min(1.0, max(shares))
