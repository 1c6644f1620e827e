"""Series: each row follows from the one before."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator
from scipy.signal import lfilter

from benchmarks.reality.populations.factors import Numbers, latent, recorded

TIME = "ts"


def autoregressive(
    rng: Generator, rows: int, width: int, memory: float, *, related: bool = True
) -> Numbers:
    """Stationary AR(1) columns [rows, width] of variance 1, related to each other or not.

    ``memory`` is the highest correlation of a value with the next one. Related columns have one
    for all, so that their relations are those of the steps.
    """
    rho = rng.uniform(0.6 * memory, memory, 1 if related else width)
    causes = int(rng.integers(1, min(4, width // 3) + 1))
    steps = latent(rng, rows, width, causes) if related else rng.normal(size=(rows, width))
    steps[1:] *= np.sqrt(1 - rho**2)
    columns = zip(steps.T, np.broadcast_to(rho, width), strict=True)
    return np.column_stack([lfilter([1.0], [1.0, -own], column) for column, own in columns])


def process(rng: Generator, rows: int, memory: float, *, related: bool = True) -> pd.DataFrame:
    """A plant that is measured again and again: 4 to 20 columns and its state."""
    values = autoregressive(rng, rows, int(rng.integers(4, 21)), memory, related=related)
    state = np.where(values[:, 0] > 0.5, "high", "normal")
    return recorded(rng, values).assign(state=state)


def sensors(rng: Generator, days: int, per_day: int) -> pd.DataFrame:
    """Sensors with a course over the day, memory, and days that differ; the time is in ``ts``."""
    width, rows = int(rng.integers(3, 13)), days * per_day
    hour = np.tile(np.arange(per_day) / per_day, days)[:, None]
    course = rng.uniform(0.3, 1.5, width) * np.sin(2 * np.pi * (hour + rng.random(width)))
    of_day = np.repeat(rng.normal(0, 0.5, (days, width)), per_day, axis=0)
    values = course + of_day + autoregressive(rng, rows, width, memory=0.9)
    start = np.datetime64("2024-01-01T00:00:00") + np.timedelta64(int(rng.integers(600)), "D")
    step = np.timedelta64(24 * 3600 // per_day, "s")
    table = recorded(rng, values / np.sqrt(2))
    table.insert(0, TIME, start + np.arange(rows) * step)
    return table.assign(state=np.where(values[:, 0] > 1, "alarm", "ok"))
