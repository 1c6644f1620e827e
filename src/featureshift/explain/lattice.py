"""The grid of a column, carried along: what proves a factor or an offset, whatever the rows are.

Whole numbers times 2.54 are multiples of 2.54, whole numbers plus 4.37 end in .37. No choice of
rows does that: all values of the query lie where the change puts the grid of the reference, and
nowhere else on their own, finer one. A decimal grid in place of another one proves nothing, since
people round.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.quantities import grid_step

Vector = NDArray[np.float64]

PROVEN = -2.0
"""Price of a proposal that the grid proves."""
PRECISION = 2.5e-7
"""Of what was computed from a number in single precision."""
SLACK = 1e-6
"""Of a step, where nothing coarser limits it."""
COARSEST = 0.05
"""Of a step: what cannot be told better is on no grid."""
PROOF = 8.0
"""Digits of improbability that all values are on a grid by chance."""
FEWEST = 5
"""Distinct values."""
FINER = 1e5
"""Times finer than a step, a decimal grid is none."""
WIDER = 4.0
"""Times as many steps are looked at each time that a step is better known."""
PARTS = 3
"""The nearest two values may be up to so many steps apart."""
NEAR = 0.05
"""How far, as a share of it, a factor may be from what the distributions tell."""
FRACTION = 0.25
"""Of the rounding, by which the largest value moves from one factor that is tried to the next."""
MOST_TRIED = 20_000
FEW = 32
"""Values on which factors are tried first."""
REACH = 0.25
"""Steps by which a sum of steps may be wrong while it is still known how many they are."""


def carried_by(column: ColumnPair, factor: float, offset: float = 0.0) -> bool:
    """Whether all values of the query are such as the change makes of the reference's grid.

    And few others could have been there. What was rounded afterwards is on a grid of its own.
    """
    own, values = grid_step(column.before), np.unique(column.after)
    if own is None or len(values) < FEWEST:
        return False
    step = abs(factor) * own
    slack, finest = _slack(values, step), grid_step(values, step / FINER)
    image = np.round((values - offset) / step) * step + offset
    if finest is not None:
        image = np.round(image / finest) * finest
    if slack > COARSEST * step or (np.abs(image - values) > slack).any():
        return False
    chance = min((2 * slack if finest is None else finest) / step, 1.0)
    return -math.log10(chance) * len(values) > PROOF


def exact_factor(column: ColumnPair) -> float | None:
    """By which the step of the reference's grid was multiplied; None where no grid tells."""
    own, values = grid_step(column.before), np.unique(column.after)
    if own is None or len(values) < FEWEST:
        return None
    nearest = float(np.diff(values).min())
    for parts in range(1, PARTS + 1):
        step = _step(values, nearest / parts)
        if step is not None and carried_by(column, step / own):
            return _plain(step / own, column)
    return None


def rounded_factor(column: ColumnPair, about: float) -> float | None:
    """The factor near ``about`` whose multiples, rounded as the query is, are all that it has.

    A step that is coarser than the rounding leaves values out, and these tell it. None where no
    factor fits, or where any would.
    """
    own, finest = grid_step(column.before), grid_step(column.after)
    values = np.unique(column.after)
    if own is None or finest is None or len(values) < FEWEST or about * own <= finest:
        return None
    counts = float(np.abs(values).max()) / (about * own)
    tried = math.ceil(2 * NEAR * about * own * counts / (finest * FRACTION))
    if tried > MOST_TRIED:
        return None
    factors = about * (1 + np.linspace(-NEAR, NEAR, max(tried, 2)))
    for some in (values[:: max(len(values) // FEW, 1)], values):
        steps = factors[:, None] * own
        off = np.abs(np.round(some / steps) * steps - some)
        factors = factors[(off < (0.5 + FRACTION) * finest).all(axis=1)]
    nearest = sorted(factors.tolist(), key=lambda factor: abs(factor - about))
    found = (_rounded_to(values, factor * own, finest) for factor in nearest)
    low, high = next((each for each in found if each[0] <= each[1]), (np.nan, np.nan))
    return None if math.isnan(low) else _shortest(low / own, high / own)


def _rounded_to(values: Vector, step: float, finest: float) -> tuple[float, float]:
    """The least and the largest step near this one of which all values are rounded multiples."""
    counts = np.round(values / step)
    ends = [(values + side * finest / 2)[counts != 0] / counts[counts != 0] for side in (-1, 1)]
    return float(np.minimum(*ends).max()), float(np.maximum(*ends).min())


def _shortest(low: float, high: float) -> float:
    """The number with the fewest digits from ``low`` to ``high``, nearest to their middle."""
    middle = (low + high) / 2
    shorter = (float(f"{middle:.{digits}g}") for digits in range(1, 16))
    return next((each for each in shorter if low <= each <= high), middle)


def exact_offset(column: ColumnPair, about: float) -> float | None:
    """The number nearest to ``about`` that puts the reference's grid where the query's values are.

    None where no grid tells, or where both are on the same one.
    """
    own, values = grid_step(column.before), np.unique(column.after)
    if own is None or len(values) < FEWEST:
        return None
    phase = float(np.median((values - values[0] + own / 2) % own)) - own / 2 + float(values[0])
    offset = phase + round((about - phase) / own) * own
    return offset if carried_by(column, 1.0, offset) else None


def _step(values: Vector, guess: float) -> float | None:
    """The step of which all distances are multiples, from a guess that is good for a few steps."""
    away = values - values[0]
    within = WIDER
    while True:
        counts = np.round(away / guess)
        used = counts <= within
        if (np.abs(away[used] / guess - counts[used]) > REACH).any():
            return None
        known = float((away[used] * counts[used]).sum() / max((counts[used] ** 2).sum(), 1.0))
        guess = known or guess
        if used.all():
            return guess
        within *= WIDER


def _plain(factor: float, column: ColumnPair) -> float:
    """The number with the fewest digits that makes the same values: 0.0555, not 0.05550000001."""
    largest = max(abs(float(column.before[0])), abs(float(column.before[-1])))
    enough = column.resolution / (10 * largest)
    shorter = (float(f"{factor:.{digits}g}") for digits in range(1, 16))
    return next((each for each in shorter if abs(each - factor) <= enough), factor)


def _slack(values: Vector, step: float) -> float:
    return max(SLACK * step, PRECISION * float(np.abs(values).max()))
