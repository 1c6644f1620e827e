"""When what one table has, and the other has not, is no accident of few rows."""

from __future__ import annotations

EXPECTED = 10.0
"""Cells that the other table would have, were it like this one."""


def is_no_chance(share: float, rows: int) -> bool:
    """Whether a table of so many rows without such a cell must be another.

    >>> is_no_chance(0.5, 100), is_no_chance(0.01, 100)
    (True, False)
    """
    return share * rows >= EXPECTED
