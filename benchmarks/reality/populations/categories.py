"""Tables of categories."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator
from numpy.typing import NDArray

from benchmarks.reality.sizes import count


def zipf(rng: Generator, levels: int) -> NDArray[np.float64]:
    """Shares of levels, few common and many rare; the higher the exponent, the rarer."""
    shares = 1.0 / np.arange(1, levels + 1) ** rng.uniform(0.3, 1.2)
    return np.asarray(shares / shares.sum())


def few_categories(rng: Generator, rows: int) -> pd.DataFrame:
    """3 to 6 columns of 2 to 8 levels, some of which depend on the first."""
    width = int(rng.integers(3, 7))
    first = rng.choice(5, rows, p=zipf(rng, 5))
    columns = {"c1": first}
    for j in range(2, width + 1):
        levels = int(rng.integers(2, 9))
        free = rng.choice(levels, rows, p=zipf(rng, levels))
        follows = rng.random(rows) < rng.choice([0.0, 0.5])
        columns[f"c{j}"] = np.where(follows, first % levels, free)
    return pd.DataFrame(columns).map("level {}".format)


def many_levels(rng: Generator, rows: int) -> pd.DataFrame:
    """1 to 3 columns of 50 to 1,000 levels beside numbers and small categories."""
    codes = {}
    for j in range(int(rng.integers(1, 4))):
        levels = count(rng, 50, 1000)
        drawn = rng.choice(levels, rows, p=zipf(rng, levels))
        codes[f"code{j + 1}"] = np.char.add("k", drawn.astype(str)).astype(object)
    value = rng.normal(size=rows)
    others = {
        "value": value,
        "amount": np.exp(0.7 * value + 0.7 * rng.normal(size=rows)).round(2),
        "kind": rng.choice(np.array(["a", "b", "c"], object), rows, p=zipf(rng, 3)),
        "grade": np.digitize(value + rng.normal(size=rows), [-1, 0, 1]),
    }
    return pd.DataFrame(codes | others)


def coded(rng: Generator, rows: int) -> pd.DataFrame:
    """Two columns of categories by number, ``product`` and ``branch``, beside numbers."""
    product = rng.choice(8, rows, p=[0.35, 0.2, 0.15, 0.1, 0.08, 0.06, 0.04, 0.02])
    branch = rng.choice(6, rows, p=[0.4, 0.25, 0.15, 0.1, 0.06, 0.04])
    price = rng.uniform(5, 50, 8)[product] * np.exp(rng.normal(0, 0.2, rows))
    pieces = 1 + rng.poisson(2, rows)
    return pd.DataFrame(
        {
            "product": product,
            "branch": branch,
            "price": price.round(2),
            "pieces": pieces,
            "paid": (price * pieces * rng.uniform(0.9, 1, rows)).round(2),
            "weight": rng.gamma(3, 1.5, rows).round(2),
        }
    )
