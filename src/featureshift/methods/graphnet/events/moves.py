"""Which groups of columns moved against others, as after a wrong join.

Whether some columns were given to other rows, or all others were, looks the same in the data. So
the larger group is taken to be where it was, and of two as large the one that the network suspects
less.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.base import Move
from featureshift.methods.graphnet.events.groups import groups
from featureshift.methods.graphnet.events.ties import LEVEL, Ties, find_ties
from featureshift.methods.graphnet.feature_graph import MOST_EXACT, FeatureGraph

MOSTLY = 0.8
"""Share of the relations lost in one table, beyond those lost in the other."""


def find_moves(
    graph: FeatureGraph, logits: NDArray[np.float64], level: float = LEVEL
) -> tuple[Move, ...]:
    """Groups of two columns and more that moved together; ``logits`` [features] break ties.

    A column that moved alone is left to the network. So are tables too wide to relate all columns.
    """
    if len(graph.nodes) > MOST_EXACT:
        return ()
    ties = find_ties(graph, level)
    return _moves(ties, logits) if ties.lost.any() else ()


def _moves(ties: Ties, logits: NDArray[np.float64]) -> tuple[Move, ...]:
    """Groups by falling size: one stays unless it is cut from another that stays."""
    found = groups(zip(*(each.tolist() for each in ties[:3]), strict=True))
    cuts = _cuts(ties, found)
    staying: list[int] = []
    moves = []
    for g in sorted(cuts, key=lambda g: (-len(found[g]), float(logits[found[g]].sum()), g)):
        held = [other for other in staying if other in cuts[g]]
        if not held:
            staying.append(g)
        elif len(found[g]) > 1 and is_clear([lost for other in held for lost in cuts[g][other]]):
            moves.append(Move(tuple(found[g]), tuple(found[held[0]])))
    return tuple(moves)


def _cuts(ties: Ties, found: list[list[int]]) -> dict[int, dict[int, list[int]]]:
    """Group -> group -> where each relation between them was lost, as in ``Ties``."""
    group_of = {column: g for g, group in enumerate(found) for column in group}
    cuts: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    which = np.flatnonzero(ties.lost)
    pairs = zip(
        *(each[which].tolist() for each in (ties.first, ties.second, ties.lost)), strict=True
    )
    for first, second, lost in pairs:
        own, other = group_of[first], group_of[second]
        if own != other:
            cuts[own][other].append(lost)
            cuts[other][own].append(lost)
    return cuts


def is_clear(lost: list[int]) -> bool:
    """Whether relations to columns that stayed were lost as by a wrong join.

    That is several of them, in the same table: columns that were exchanged lose some and gain
    others.

    >>> is_clear([1, 1]), is_clear([1]), is_clear([1, -1, 1, -1])
    (True, False, False)
    """
    return abs(sum(lost)) > max(1, MOSTLY * len(lost))
