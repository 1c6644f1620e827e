"""Which values a column takes in one table only, from the counts on a grid.

A shift of a column with few values moves it to values it never had. On a grid that is a cell with a
handful of rows in one table and none in the other: no single difference of shares is much, but a
discrete column does not take new values by chance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.value_marks import unexpected
from featureshift.methods.measures import FloatMap, GridState

OCCUPANCY_CHANNELS = (
    "new_surplus",
    "gone_surplus",
    "new",
    "gone",
    "new_expected",
    "gone_expected",
    "chi_square",
    "occupied",
    "concentration",
    "on_edges",
)


def occupancy(reference: GridState, query: GridState) -> NDArray[np.float32]:
    """The values of ``OCCUPANCY_CHANNELS``, [10, features], each of order 1.

    How many rows of one table should lie where the other has none is what Good and Turing say: the
    share of the other's rows that are alone in their slot.

    >>> from featureshift.methods.measures import UniformGrid
    >>> grid, half = UniformGrid(4), np.array([[0.0], [0.5]] * 50, np.float32)
    >>> moved = half * np.float32(0.9)
    >>> states = [grid.update(grid.start(1), rows) for rows in (half, half[::-1], moved)]
    >>> [f"{occupancy(states[0], state)[0, 0]:.1f}" for state in states[1:]]
    ['0.0', '2.6']
    """
    slots = [state.slots.T.astype(np.float64) for state in (reference, query)]
    rows = [np.maximum(each.sum(axis=0), 1) for each in slots]
    alone = [
        np.sum(own * (other == 0), axis=0)
        for own, other in ((slots[1], slots[0]), (slots[0], slots[1]))
    ]
    expected = [
        rows[1] * np.sum(slots[0] == 1, axis=0) / rows[0],
        rows[0] * np.sum(slots[1] == 1, axis=0) / rows[1],
    ]
    surplus = [
        unexpected(found, chance, own / other)
        for found, chance, own, other in zip(alone, expected, rows[::-1], rows, strict=True)
    ]
    shares = (slots[0] + slots[1]) / (rows[0] + rows[1])
    free = np.maximum(np.sum(shares > 0, axis=0) - 1, 1)
    square = (_chi_square(slots, rows, shares) - free) / np.sqrt(2 * free)
    return np.asarray(
        np.stack(
            [
                *surplus,
                *(np.log1p(count) / 2 for count in (*alone, *expected)),
                np.arcsinh(square),
                (np.log(free) - 2) / 2,
                2 * np.sum(shares**2, axis=0) - 1,
                2 * np.sum(shares[::2], axis=0) - 1,
            ]
        ),
        np.float32,
    )


def _chi_square(slots: list[FloatMap], rows: list[FloatMap], shares: FloatMap) -> FloatMap:
    """Of the two tables' counts on the slots, [features]."""
    effective = rows[0] * rows[1] / (rows[0] + rows[1])
    apart = (slots[0] / rows[0] - slots[1] / rows[1]) ** 2
    square: FloatMap = effective * np.sum(apart / np.where(shares > 0, shares, 1), axis=0)
    return square
