"""Where a falling curve of divergence against removed columns stops paying."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import MissingExtraError

SENSITIVITIES = (5.0, 4.0, 3.0, 2.0, 1.0, 0.5, 0.25, 0.0)
_WINDOW, _DEGREE = 5, 3


def knee_count(removed: list[int], divergence: list[float], *, limit: int, tolerance: float) -> int:
    """How many columns to take: the knee of the smoothed, monotone curve.

    ``removed`` counts ascend from 0. Between them the curve is drawn straight, after the last of
    them flat up to ``limit``, since a search that ends early has found nothing more to remove.
    Smoothing blurs a steep end, so columns after which the divergence itself fell by no more
    than ``tolerance`` are given back.

    >>> knee_count([0, 1, 2, 3, 4], [1.0, 0.9, 0.8, 0.01, 0.0], limit=20, tolerance=0.02)
    3
    """
    if removed[-1] == 0:
        return 0
    counts = np.arange(limit + 1)
    curve = np.minimum.accumulate(np.interp(counts, removed, divergence))
    knee = min(_knee(counts, smooth(curve)) or removed[-1], removed[-1])
    return max(1, int(np.argmax(curve <= curve[knee] + tolerance)))


def smooth(curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """Savitzky-Golay, then made to fall and kept from below 0; a short curve stays as it is."""
    from scipy.signal import savgol_filter

    if len(curve) <= _WINDOW:
        return curve
    smoothed = savgol_filter(curve, _WINDOW, _DEGREE)
    return np.asarray(np.maximum(np.minimum.accumulate(smoothed), 0.0))


def _knee(counts: NDArray[np.intp], curve: NDArray[np.float64]) -> int | None:
    """Kneedle, less and less demanding until it finds a knee; None if there is none."""
    try:
        from kneed import KneeLocator  # type: ignore[import-untyped]
    except ImportError as cause:
        raise MissingExtraError("DataFix", "methods") from cause

    if len(curve) < 3 or curve[0] == curve[-1]:
        return None
    for sensitivity in SENSITIVITIES:
        found = KneeLocator(counts, curve, S=sensitivity, curve="convex", direction="decreasing")
        if found.knee:
            return int(found.knee)
    return None
