"""A table of customers: numbers, categories, dates, flags, missing cells."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator
from numpy.typing import NDArray

NUMBERS = ("age", "income", "spend", "tenure_days", "basket")
"""Always there, positive, and without values far from all others."""
LEVELS = ("region", "plan", "channel")
"""Always there."""
REGIONS = ("north", "south", "east", "west", "coast", "hills", "lakes", "city", "valley", "islands")


def customers(rng: Generator, rows: int) -> pd.DataFrame:
    """The columns above and some of nine others."""
    base, spread = rng.uniform(9.5, 11), rng.uniform(0.3, 0.5)
    rate = rng.uniform(0.02, 0.1)
    age = np.clip(rng.gamma(rng.uniform(6, 12), rng.uniform(4, 6), rows), 18, 95).round()
    wealth = rng.normal(size=rows) + 0.02 * (age - 45)
    income = np.exp(base + spread * (0.8 * wealth + 0.6 * rng.normal(size=rows)))
    spend = rate * income * np.exp(rng.normal(0, 0.35, rows))
    orders = 1 + rng.poisson(rng.uniform(2, 8) * np.exp(0.3 * wealth))
    table = pd.DataFrame(
        {
            "age": age,
            "income": income.round(2),
            "spend": spend.round(2),
            "tenure_days": (1 + rng.gamma(2.5, rng.uniform(100, 400), rows)).round(),
            "basket": (spend / orders * np.exp(rng.normal(0, 0.2, rows))).round(2),
            "region": _levels(rng, rows, REGIONS, evenness=30),
            "plan": np.array(["basic", "plus", "gold"])[np.digitize(wealth, [0.2, 1.3])],
            "channel": _levels(rng, rows, ("web", "shop", "phone", "agent", "app"), evenness=4),
        }
    )
    others = {
        "orders": orders,
        "member": rng.random(rows) < 1 / (1 + np.exp(-wealth)),
        "city": _levels(rng, rows, tuple(f"city {j}" for j in range(40)), evenness=2),
        "signup": _dates(rng, rows),
        "rating": _with_holes(rng, rng.normal(3.6, 0.8, rows).clip(1, 5).round(1)),
        "discount": np.where(rng.random(rows) < 0.6, 0, rng.choice([5, 10, 15, 20, 50], rows)),
        "visits": rng.negative_binomial(2, 0.1, rows),
        "balance": (rng.standard_t(4, rows) * rng.uniform(50, 500)).round(2),
        "phone_type": _levels(rng, rows, tuple("abcdefgh"), evenness=1),
    }
    chosen = [name for name in others if rng.random() < 0.7]
    return table.assign(**{name: others[name] for name in chosen})


def with_signup(rng: Generator, rows: int) -> pd.DataFrame:
    """Customers that surely have the date of their signup."""
    return customers(rng, rows).assign(signup=_dates(rng, rows))


def _levels(
    rng: Generator, rows: int, levels: tuple[str, ...], evenness: float
) -> NDArray[np.object_]:
    shares = rng.dirichlet(np.full(len(levels), evenness))
    return np.asarray(rng.choice(np.array(levels, object), rows, p=shares))


def _dates(rng: Generator, rows: int) -> NDArray[np.datetime64]:
    start = np.datetime64("2019-01-01") + int(rng.integers(0, 1500))
    return np.asarray(start + (1000 * rng.beta(1.5, 1, rows)).astype("timedelta64[D]"))


def _with_holes(rng: Generator, values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(rng.random(len(values)) < rng.uniform(0.02, 0.3), np.nan, values)
