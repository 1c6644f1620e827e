"""The time between one date and another of the same row, which ranks do not show."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.margins import numbers_misfit

Vector = NDArray[np.float64]

NEAR = 0.3
"""Of the spread of either: else one date tells nothing of the other."""
RESOLUTION = 1e-3
"""Seconds."""


def close_dates(column: ColumnPair, partners: Sequence[ColumnPair]) -> tuple[ColumnPair, ...]:
    """Partners whose dates are near to those of the same row: ordered and sent, not born."""
    dated = [partner for partner in partners if partner.dated and column.dated]
    return tuple(
        partner
        for partner in dated
        if len(delays := _delays(column.reference, partner.reference)) > 1
        and delays.std() < NEAR * min(column.spread, partner.spread)
    )


def delay_change(reference: Vector, query: Vector, others: Sequence[ColumnPair]) -> float:
    """Change of the delays to any other column of dates, as a standard normal number.

    ``reference`` and ``query`` are instants [rows] of one column, NaN where missing.
    """
    chances = [
        numbers_misfit(
            _delays(reference, partner.reference), _delays(query, partner.query), RESOLUTION
        ).p
        for partner in others
    ]
    if not chances:
        return 0.0
    chance = min(1.0, len(chances) * min(chances))
    return -NormalDist().inv_cdf(max(chance, 1e-300) / 2)


def _delays(instants: Vector, others: Vector) -> Vector:
    """Ascending."""
    delays = instants - others
    return np.sort(delays[~np.isnan(delays)])
