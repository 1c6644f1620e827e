"""Simulated tables of mixed columns, as people have them: numbers, counts, texts, truth values,
gaps; some columns related closely, some loosely, some not at all.

For trials of the diagnosis. A table is a mapping of names to columns of one length: floats with NaN
where missing, booleans, texts with None where missing, dates with NaT where missing. The parameters
of ``blend`` are drawn from ``population``, so that reference and query can share them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]
Columns = dict[str, Column]
Drawer = Callable[[int, np.random.Generator, np.random.Generator], Columns]
"""(rows, population, rng) -> columns"""


def clinic(n: int, population: np.random.Generator, rng: np.random.Generator) -> Columns:  # noqa: ARG001
    """The patients of the demonstration."""
    from featureshift.corpus.clinic import two_clinics

    table = two_clinics(n, rng).reference
    columns = {name: table[name].to_numpy(zero_copy_only=False) for name in table.column_names}
    numbers = {name: c for name, c in columns.items() if c.dtype.kind in "if"}
    columns |= {name: c.astype(np.float64) for name, c in numbers.items()}
    columns["insured"] = rng.random(n) < 0.2 + 0.6 * (columns["age"] > 50)
    return columns


def blend(n: int, population: np.random.Generator, rng: np.random.Generator) -> Columns:
    """Mixtures of hidden factors, each column with a shape of its own."""
    d, k = 14, 4
    loadings = population.normal(size=(k, d)) * (population.random((k, d)) < 0.5)
    loadings[population.integers(0, k, d), np.arange(d)] += 1.0
    own = population.uniform(0.2, 1.5, d)
    hidden = rng.normal(size=(n, k)) @ loadings + own * rng.normal(size=(n, d))
    centers, widths = population.uniform(-50, 200, d), np.exp(population.uniform(-1, 4, d))
    shapes = population.permutation(np.arange(d) % 7)
    columns: Columns = {}
    for j, shape in enumerate(shapes):
        x = hidden[:, j] / np.sqrt((loadings[:, j] ** 2).sum() + own[j] ** 2)
        columns[f"c{j}"] = _shaped(x, int(shape), centers[j], widths[j], rng)
    return columns


def _shaped(
    x: NDArray[np.float64], shape: int, center: float, width: float, rng: np.random.Generator
) -> Column:
    if shape == 0:
        return np.asarray(center + width * x)
    if shape == 1:
        return np.asarray(np.exp(0.5 * x) * width).round(2)
    if shape == 2:
        return np.asarray(np.floor(np.exp(1.2 + 0.6 * x)))
    if shape == 3:
        return np.array(["low", "middle", "high", "top"], object)[np.digitize(x, [-0.8, 0.3, 1.2])]
    if shape == 4:
        return np.where(rng.random(len(x)) < 0.12, np.nan, (center + width * x).round(1))
    if shape == 5:
        return np.asarray(x > 0.3)
    return np.asarray(center + width * np.tanh(x))


def households(n: int, population: np.random.Generator, rng: np.random.Generator) -> Columns:  # noqa: ARG001
    """A survey: people, income, rent, heating, cars."""
    people = 1.0 + rng.poisson(1.4, n)
    income = np.exp(rng.normal(7.6, 0.4, n) + 0.12 * people).round()
    area = (25 + 17 * people + 0.008 * income + rng.normal(0, 14, n)).clip(14).round()
    rent = (area * rng.normal(11, 1.6, n)).clip(120).round(2)
    region = np.array(["coast", "hills", "city", "plain"], object)[
        rng.choice(4, n, p=[0.2, 0.15, 0.4, 0.25])
    ]
    cars = rng.poisson(np.where(region == "city", 0.4, 1.1) + income / 6000).astype(float)
    tenure = np.where(
        rng.random(n) < 1 / (1 + np.exp(-(income - 3200) / 900)), "owned", "rented"
    ).astype(object)
    heating = (area * rng.gamma(9, 14, n) / 1000).round(3)
    score = rng.beta(4, 2, n) * 100
    return {
        "people": people,
        "income": income,
        "area": area,
        "rent": rent,
        "region": region,
        "cars": cars,
        "tenure": tenure,
        "heating": heating,
        "kwh": (900 + 620 * people + rng.gamma(4, 160, n)).round(1),
        "satisfaction": np.where(rng.random(n) < 0.15, np.nan, score.round(1)),
        "commute": np.where(
            rng.random(n) < 0.1, np.nan, rng.gamma(3, 9, n) + 8 * (region != "city")
        ),
        "pets": rng.random(n) < np.where(area > 70, 0.5, 0.25),
        "source": np.array(["web", "phone", "visit"], object)[rng.choice(3, n, p=[0.6, 0.3, 0.1])],
    }


def machines(n: int, population: np.random.Generator, rng: np.random.Generator) -> Columns:  # noqa: ARG001
    """Sensors read in turn: rhythms shared by all, noise of each."""
    load = _cycle(n, 7.3, rng)
    room = _cycle(n, 23.7, rng)
    speed = 1450 + 120 * load + rng.normal(0, 25, n)
    power = 3.1 + 1.1 * load + 0.0012 * (speed - 1450) + rng.normal(0, 0.25, n)
    inlet = 21 + 2.5 * room + rng.normal(0, 0.4, n)
    outlet = inlet + 6.5 + 2.2 * load + rng.normal(0, 0.6, n)
    vibration = np.exp(-1.2 + 0.35 * np.abs(load) + rng.normal(0, 0.3, n))
    mode = np.array(["idle", "run", "boost"], object)[
        np.digitize(load + rng.normal(0, 0.4, n), [-0.7, 1.0])
    ]
    return {
        "speed": speed.round(),
        "power": power,
        "current": (power * 4.35 + rng.normal(0, 0.4, n)).round(2),
        "inlet": inlet.round(1),
        "outlet": outlet.round(2),
        "vibration": vibration,
        "pressure": np.where(
            rng.random(n) < 0.07, np.nan, 5.2 + 0.4 * load + rng.normal(0, 0.2, n)
        ),
        "humidity": (55 - 6 * room + rng.normal(0, 5, n)).clip(5, 100).round(),
        "mode": mode,
        "alarm": vibration > 0.75,
        "shift": np.array(["early", "late", "night"], object)[rng.integers(0, 3, n)],
        "count": rng.poisson(np.exp(2 + 0.4 * load)).astype(float),
    }


def _cycle(n: int, period: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """A rhythm with noise: neighboring rows are alike, and yet every long stretch is."""
    phase = rng.uniform(0, 2 * np.pi)
    rhythm = np.sin(2 * np.pi * np.arange(n) / period + phase)
    return np.asarray(1.1 * rhythm + 0.6 * rng.normal(size=n))


def orders(n: int, population: np.random.Generator, rng: np.random.Generator) -> Columns:  # noqa: ARG001
    """A shop: when an order came, when it was sent and is due, and what it was worth."""
    day = _days(n, "2024-01-01", 366, rng, weekend=0.5)
    clock = np.clip(rng.normal(14.5, 3.2, n), 0, 23.999) * 3600
    value = np.exp(rng.normal(3.5, 0.7, n)).round(2)
    express = rng.random(n) < 0.3
    hours = rng.gamma(4, np.where(express, 3, 9), n)
    placed = _instants(day, clock)
    sent = placed + (hours * 3600).astype("timedelta64[s]")
    channel = np.array(["shop", "phone", "app"], object)[np.digitize(clock / 3600, [11, 16])]
    return {
        "placed": placed,
        "sent": np.where(rng.random(n) < 0.05, np.datetime64("NaT"), sent),
        "due": _instants(day + 3 + 4 * ~express, np.zeros(n)),
        "value": value,
        "weight": (value * rng.gamma(5, 0.01, n)).round(3),
        "channel": channel,
        "express": express,
        "distance": np.where(rng.random(n) < 0.1, np.nan, (hours * rng.gamma(8, 2, n)).round(1)),
    }


def visits(n: int, population: np.random.Generator, rng: np.random.Generator) -> Columns:  # noqa: ARG001
    """A surgery: arrivals in the morning or after lunch, how long they took, births of patients."""
    day = _days(n, "2023-03-06", 500, rng, weekend=0.1)
    morning = rng.random(n) < 0.6
    clock = (np.where(morning, 8.2, 14.0) + rng.gamma(2.5, 0.7, n)) * 3600
    age = rng.gamma(6, 8, n).clip(0, 98)
    minutes = np.exp(rng.normal(2.6, 0.4, n) + 0.008 * age)
    born = day - (age * 365.25).astype(np.int64)
    return {
        "arrival": _instants(day, clock),
        "left": _instants(day, clock + 60 * (10 + minutes)),
        "born": _instants(born, np.zeros(n)),
        "minutes": minutes.round(1),
        "pulse": np.where(
            rng.random(n) < 0.15, np.nan, (78 - 0.1 * age + rng.normal(0, 9, n)).round()
        ),
        "reason": np.array(["check", "cold", "injury", "other"], object)[
            rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
        ],
        "half": np.where(morning, "am", "pm").astype(object),
        "paid": rng.random(n) < 0.2 + 0.5 * (age > 50),
    }


def _days(
    n: int, first: str, length: int, rng: np.random.Generator, weekend: float
) -> NDArray[np.int64]:
    """Days since 1970, fewer of them on weekends."""
    every = np.arange(length) + int(np.datetime64(first, "D").astype(np.int64))
    weights = np.where((every + 3) % 7 < 5, 1.0, weekend)
    return np.asarray(rng.choice(every, n, p=weights / weights.sum()))


def _instants(day: NDArray[np.int64], clock: NDArray[np.float64]) -> Column:
    return np.asarray((day * 86400 + np.floor(clock).astype(np.int64)).astype("datetime64[s]"))


MIXED: dict[str, Drawer] = {
    "clinic": clinic,
    "blend": blend,
    "households": households,
    "machines": machines,
    "orders": orders,
    "visits": visits,
}
"""Name -> what draws such a table."""
