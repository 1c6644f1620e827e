"""Rows that come in groups: several of a patient, of a day, of a device."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator
from numpy.typing import NDArray

from benchmarks.reality.populations.factors import Numbers, latent, recorded

GROUP = "patient_id"


def patients(rng: Generator, sizes: NDArray[np.int_]) -> pd.DataFrame:
    """``sizes[i]`` visits of patient i, one after the other.

    Age, sex and clinic stay; of the measurements 30 to 95 % of the variance lies between patients.
    """
    people = len(sizes)
    of_row = np.repeat(np.arange(people), sizes)
    width = int(rng.integers(4, 16))
    within = rng.uniform(0.05, 0.7, width)
    causes = int(rng.integers(1, min(4, width // 3) + 1))
    lasting = latent(rng, people, width, causes)[of_row]
    passing = rng.normal(size=(len(of_row), width))
    table = recorded(rng, np.sqrt(1 - within) * lasting + np.sqrt(within) * passing)
    table.insert(0, GROUP, np.char.add("P", (10_000 + of_row).astype(str)).astype(object))
    return table.assign(
        age=rng.gamma(9, 6, people).round()[of_row],
        sex=rng.choice(np.array(["f", "m"], object), people)[of_row],
        clinic=rng.choice(np.array(["north", "south", "east"], object), people)[of_row],
    )


def day_batches(rng: Generator, days: int, per_day: int) -> pd.DataFrame:
    """Batches day after day, with an effect of the day on every number and on a category."""
    width = int(rng.integers(4, 21))
    rows = days * per_day
    effect = rng.uniform(0.15, 0.6, width)
    of_day = np.repeat(rng.normal(size=(days, width)), per_day, axis=0)
    causes = int(rng.integers(1, min(4, width // 3) + 1))
    values = effect * of_day + np.sqrt(1 - effect**2) * latent(rng, rows, width, causes)
    shift = np.repeat(rng.normal(0, 0.5, days), per_day)
    line = np.where(rng.random(rows) < 1 / (1 + np.exp(-shift)), "line a", "line b")
    return recorded(rng, values).assign(line=line)


def devices(rng: Generator, rows: int, n_devices: int = 10) -> pd.DataFrame:
    """Readings of devices, each a little off in its own way."""
    width = int(rng.integers(4, 13))
    device = rng.integers(n_devices, size=rows)
    off: Numbers = rng.normal(0, 0.3, (n_devices, width))
    values = off[device] + latent(rng, rows, width, max(1, width // 4))
    table = recorded(rng, values)
    table.insert(0, "device", np.char.add("dev-", device.astype(str)).astype(object))
    return table
