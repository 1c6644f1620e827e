"""Which columns a manipulation strikes: any, one side of a cut through a related group, results."""

from __future__ import annotations

import numpy as np
from scipy.sparse.csgraph import connected_components

from featureshift.simulate.draw import draw_chosen
from featureshift.simulate.manipulation import Flags, Indices, Manipulation, Scene
from featureshift.simulate.related_order import MOST_ROWS, relatedness

RELATED = 0.25
"""Least correlation of related columns, and..."""
CHANCE = 4.0
"""...so many standard errors of a correlation of unrelated ones."""


def draw_aimed(
    manipulation: Manipulation,
    scene: Scene,
    derived: Flags,
    max_share: float,
    rng: np.random.Generator,
) -> Indices:
    """Eligible columns at which the manipulation aims, at most ``max_share`` of all (or one).

    ``derived`` [features] tells which columns are functions of others. Empty where the table has
    no such columns.
    """
    if manipulation.aim == "any":
        return draw_chosen(manipulation, scene.categorical, max_share, rng)
    eligible = manipulation.eligible(scene.categorical)
    most = max(1, int(max_share * len(eligible)))
    if manipulation.aim == "related":
        return _smaller_side(scene, eligible, most, rng)
    results = np.flatnonzero(derived & eligible)
    count = int(rng.integers(1, most + 1)) if len(results) else 0
    return np.sort(rng.permutation(results)[:count])


def _smaller_side(scene: Scene, eligible: Flags, most: int, rng: np.random.Generator) -> Indices:
    """A column of a related group and those nearest to it: fewer than half of the group.

    Of two equal sides nobody could tell which one was joined wrongly.
    """
    related = relatedness(scene.reference)
    rows = min(MOST_ROWS, len(scene.reference))
    close = related >= max(RELATED, CHANCE / np.sqrt(rows))
    _, group = connected_components(close, directed=False)
    size = np.bincount(group)[group]
    starts = np.flatnonzero(eligible & (size >= 3))
    if not len(starts):
        return np.empty(0, np.intp)
    start = int(rng.choice(starts))
    members = np.flatnonzero((group == group[start]) & eligible)
    nearest = members[np.argsort(-related[start, members], kind="stable")]
    nearest = np.concatenate([[start], nearest[nearest != start]])
    count = int(rng.integers(1, min(most, (size[start] - 1) // 2) + 1))
    return np.sort(nearest[:count])
