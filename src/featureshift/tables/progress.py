"""How long work tells what share of it is done."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

Progress = Callable[[float], None]
"""Told the share of the work that is done, from 0 to 1; may be called from several threads."""


def part(progress: Progress | None, start: float, stop: float) -> Progress | None:
    """The progress of a step that is the share from ``start`` to ``stop`` of the whole.

    >>> shares = []
    >>> part(shares.append, 0.5, 1.0)(0.5)
    >>> shares
    [0.75]
    """
    if progress is None:
        return None
    return lambda share: progress(start + (stop - start) * share)


class Tally:
    """Counts rows read by several threads and tells the share."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._total, self._progress = max(total, 1), progress
        self._done, self._lock = 0, Lock()

    def add(self, rows: int) -> None:
        if self._progress is None:
            return
        with self._lock:
            self._done += rows
            share = self._done / self._total
        self._progress(min(share, 1.0))
