"""The cut of a conditional test: the pooled rows split at random into two tables, many times."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.methods.base import Cut
from featureshift.methods.baselines._shared.conditional import Deadline, stopped_note
from featureshift.methods.baselines._shared.null import LEVEL, null_threshold, reached_level
from featureshift.tables import Note, Progress

N_RESPLITS = 19
"""The fewest random splits with which level 0.05 can be kept."""

Statistic = Callable[[NDArray[np.bool_]], NDArray[np.float64]]
"""From which rows are the query [splits, rows] to one number per feature [splits, features].

Fewer splits come back than were asked for where the time was up."""


def check_resplits(n_resplits: int) -> None:
    if n_resplits < N_RESPLITS:
        raise OptionError(
            "n_resplits is too small for the level",
            expected=f"at least {N_RESPLITS}, for level {LEVEL}",
            found=str(n_resplits),
        )


def null_maxima(
    statistic: Statistic,
    splits: NDArray[np.bool_],
    deadline: Deadline,
    progress: Progress | None = None,
    *,
    at_once: int = 1,
) -> NDArray[np.float64]:
    """Largest statistic of each random split; fewer than asked for if the time is up."""
    maxima: list[float] = []
    for start in range(0, len(splits), at_once):
        if deadline.passed:
            break
        chosen = splits[start : start + at_once]
        found = statistic(chosen)
        maxima += found.max(axis=1).tolist()
        if len(found) < len(chosen):
            break
        if progress is not None:
            progress(len(maxima) / len(splits))
    return np.array(maxima)


def resplit_cut(
    maxima: NDArray[np.float64], observed: NDArray[np.float64], n_resplits: int, how: str
) -> Cut:
    """The score that the largest one exceeds with probability ``LEVEL`` if nothing is shifted.

    With too few splits for the level it is the largest maximum; with none at all it is the
    largest score observed, so that nothing is flagged without evidence.

    >>> resplit_cut(np.arange(19.0), np.zeros(3), 19, "").threshold
    18.0
    >>> resplit_cut(np.array([]), np.array([0.5, 2.0]), 19, "").threshold
    2.0
    """
    n_done = len(maxima)
    late = f"{n_done} of {n_resplits} random splits made"
    notes = (stopped_note(late),) if n_done < n_resplits else ()
    if n_done == 0:
        message = "no random split was made: without n_shifted nothing is flagged"
        return Cut(float(observed.max(initial=0.0)), (*notes, Note(None, "decision-rule", message)))
    message = (
        f"the cut is the {1 - reached_level(n_done):.0%} quantile of the largest score over "
        f"features in {n_done} random splits of the pooled rows ({how})"
    )
    return Cut(null_threshold(maxima), (*notes, Note(None, "decision-rule", message)))
