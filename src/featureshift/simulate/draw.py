"""What is drawn for a labeled pair: its size, a manipulation, the columns it changes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.manipulation import Manipulation, Scene
from featureshift.simulate.negation import is_negation
from featureshift.simulate.pairs import LabeledPair, shift
from featureshift.simulate.registry import manipulation_named

ATTEMPTS = 4


def draw_size(low: int, high: int, rng: np.random.Generator) -> int:
    """A whole number from low to high, each factor as likely as any other.

    >>> 8 <= draw_size(8, 256, np.random.default_rng(0)) <= 256
    True
    """
    return int(np.clip(np.exp(rng.uniform(np.log(low), np.log(high + 1))), low, high))


def draw_manipulation(
    probabilities: Mapping[str, float], categorical: NDArray[np.bool_], rng: np.random.Generator
) -> Manipulation | None:
    """One that is defined for some column of the table [features], or None if there is none."""
    candidates = {name: manipulation_named(name) for name in sorted(probabilities)}
    fitting = [name for name, each in candidates.items() if each.eligible(categorical).any()]
    weights = np.array([probabilities[name] for name in fitting])
    if not fitting or weights.sum() <= 0:
        return None
    return candidates[fitting[int(rng.choice(len(fitting), p=weights / weights.sum()))]]


def draw_chosen(
    manipulation: Manipulation,
    categorical: NDArray[np.bool_],
    max_share: float,
    rng: np.random.Generator,
) -> NDArray[np.intp]:
    """Eligible columns to manipulate: one to ``max_share`` of all, each number equally likely."""
    eligible = np.flatnonzero(manipulation.eligible(categorical))
    most = max(1, int(max_share * len(categorical)))
    count = min(int(rng.integers(1, most + 1)), len(eligible))
    return np.sort(rng.choice(eligible, size=count, replace=False))


def manipulated(
    scene: Scene, manipulation: Manipulation | None, rng: np.random.Generator
) -> LabeledPair:
    """As ``simulate.shift``, but never a column that comes out as its own negation.

    A random network (T5) can turn a binary column into its exact negation, and that is the
    evaluation manipulation E2. The draw is repeated, and after some attempts left out.
    """
    for _ in range(ATTEMPTS):
        pair = shift(scene, manipulation, rng)
        if not negated(scene, pair).any():
            return pair
    return shift(scene, None, rng)


def negated(scene: Scene, pair: LabeledPair) -> NDArray[np.bool_]:
    """[chosen]: whether a column of the query became 1 - x, or low + high - x."""
    if not pair.shifted.any():
        return np.zeros(len(scene.chosen), np.bool_)
    return is_negation(scene.chosen_query, pair.query[:, scene.chosen])
