from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate import Scene, normalize

ROWS = 2000
CHOSEN = np.array([1, 4, 5, 9])


def correlated(rng: np.random.Generator) -> np.ndarray:
    """[2 * ROWS, 12]: one hidden value plus noise in every column, skewed, 0.8 correlated."""
    hidden = rng.standard_normal((2 * ROWS, 1))
    return np.exp(0.5 * (hidden + 0.5 * rng.standard_normal((2 * ROWS, 12))))


@pytest.fixture
def continuous() -> Scene:
    table = normalize(correlated(np.random.default_rng(1)))
    return Scene(table[:ROWS], table[ROWS:], CHOSEN, np.zeros(12, bool))


@pytest.fixture
def binary() -> Scene:
    table = normalize(correlated(np.random.default_rng(2)) > 1.3)
    return Scene(table[:ROWS], table[ROWS:], CHOSEN, np.ones(12, bool))


@pytest.fixture
def five_levels() -> Scene:
    values = correlated(np.random.default_rng(3))
    levels = np.array([0.0, 1.0, 5.0, 6.0, 10.0])  # unevenly spaced on purpose
    table = normalize(levels[np.digitize(values, [0.6, 0.9, 1.2, 2.0])])
    return Scene(table[:ROWS], table[ROWS:], CHOSEN, np.ones(12, bool))
