"""A null distribution without assumptions: the pooled rows split at random into two tables.

If nothing is shifted, the given split into reference and query is one of many that were equally
likely, and a statistic of it is above all those of B random splits with probability 1 / (B + 1).
The maximum over features is compared, so the level holds for the table as a whole.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.localizers.conditional import Deadline
from featureshift.tables import Note, Progress

LEVEL = 0.05
"""How often a table without any shift may have a feature flagged."""
N_RESPLITS = 19
"""The fewest random splits with which level 0.05 can be kept."""

Statistic = Callable[[NDArray[np.bool_]], NDArray[np.float64]]
"""From which rows are the query [rows] to one number per feature [features]."""


def check_resplits(n_resplits: int) -> None:
    if n_resplits < N_RESPLITS:
        raise OptionError(
            "n_resplits is too small for the level",
            expected=f"at least {N_RESPLITS}, for level {LEVEL}",
            found=str(n_resplits),
        )


def random_splits(
    is_query: NDArray[np.bool_], n_resplits: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Row labels [n_resplits, rows], each a permutation of the given ones."""
    return rng.permuted(np.tile(is_query, (n_resplits, 1)), axis=1)


def null_maxima(
    statistic: Statistic,
    splits: NDArray[np.bool_],
    deadline: Deadline,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Largest statistic of each random split; fewer than asked for if the time is up."""
    maxima: list[float] = []
    for split in splits:
        if deadline.passed:
            break
        maxima.append(float(statistic(split).max()))
        if progress is not None:
            progress(len(maxima) / len(splits))
    return np.array(maxima)


def cut_of(maxima: NDArray[np.float64], observed: NDArray[np.float64]) -> float:
    """The score that the largest one exceeds with probability ``LEVEL`` if nothing is shifted.

    With too few splits for the level it is the largest maximum; with none at all it is the
    largest score observed, so that nothing is flagged without evidence.

    >>> cut_of(np.arange(19.0), np.zeros(3)), cut_of(np.arange(39.0), np.zeros(3))
    (18.0, 37.0)
    >>> cut_of(np.array([]), np.array([0.5, 2.0]))
    2.0
    """
    if not len(maxima):
        return float(observed.max(initial=0.0))
    rank = int(np.ceil(round((1 - LEVEL) * (len(maxima) + 1), 9)))
    return float(np.sort(maxima)[min(rank, len(maxima)) - 1])


def rule_note(n_done: int, how: str) -> Note:
    """Which rule decides where the user gave neither a threshold nor a number."""
    if n_done == 0:
        return Note(
            None, "own-cut", "no random split was made: without n_shifted nothing is flagged"
        )
    level = max(LEVEL, 1 / (n_done + 1))
    message = (
        f"unless n_shifted or a threshold is given, the cut is the {1 - level:.0%} quantile of "
        f"the largest score over features in {n_done} random splits of the pooled rows ({how})"
    )
    return Note(None, "own-cut", message)
