"""An interval for a share that was counted."""

from __future__ import annotations


def wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share among so many, as if these were independent.

    >>> [round(end, 3) for end in wilson(0.5, 10)]
    [0.237, 0.763]
    """
    z2 = 1.96**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    spread = share * (1 - share) / count + z2 / (4 * count**2)
    half = (z2 * spread) ** 0.5 / (1 + z2 / count)
    return max(0.0, middle - half), min(1.0, middle + half)
