"""The verdict on a table in which columns moved together.

Such an event leaves the network in doubt about all columns: any of them may have moved. The event
takes the doubt away. Columns that moved are shifted, the others are judged as in a table without
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.base import Move
from featureshift.methods.graphnet.any_shift import is_any_shifted
from featureshift.methods.graphnet.expected_f1 import LEAST

Floats = NDArray[np.float64]
LIKELIER = 0.55
"""Probability that a group moved, and not another one as large."""
UNSHIFTED = float(np.log(LEAST / (1 - LEAST))) - 1e-6
"""The highest logit that no cut is below."""


def moved_columns(moves: Sequence[Move], n_features: int) -> NDArray[np.bool_]:
    """[features]"""
    moved = np.zeros(n_features, np.bool_)
    for move in moves:
        moved[list(move.columns)] = True
    return moved


def settled(
    logits: Floats, moves: Sequence[Move], without: Floats, calibration: Mapping[str, float]
) -> Floats:
    """Logits [features] that agree with the event.

    ``without`` are those of the other columns [not moved] in a table without the moved ones. Where
    the network has flagged columns, it only clears others of doubt. The smaller a group beside its
    other side, the surer it is that it moved.

    >>> moves = [Move((0, 1), (2, 3, 4))]
    >>> settled(np.zeros(5), moves, np.array([-4.0, -3.0, 0.4]), {"cut": 1.0}).round(2)
    array([ 0.41,  0.41, -4.  , -3.  , -0.69])
    """
    moved = moved_columns(moves, len(logits))
    made = logits.copy()
    for move in moves:
        columns, others = list(move.columns), len(move.other_side)
        share = max(others / (others + len(columns)), LIKELIER)
        made[columns] = np.maximum(made[columns], np.log(share / (1 - share)))
    if is_any_shifted(logits, calibration):
        without = np.minimum(without, logits[~moved])
    shifted = is_any_shifted(without, calibration)
    made[~moved] = without if shifted else np.minimum(without, UNSHIFTED)
    return made
