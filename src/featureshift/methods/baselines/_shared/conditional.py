"""What the conditional tests share: does p(x_j | x_-j) differ between the tables?

All four (Kulinski, Bagchi and Inouye, 2020) score every feature by how much its distribution given
all other features changed. A column that was shuffled keeps its own distribution but loses its
relations, and so is found. The neighbors of a shifted column change a little too, since it is one
of their conditions: that is why the tests are best told the number of shifted features.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError, TableError
from featureshift.methods.baselines._shared.matrices import matrices_of
from featureshift.tables import Note, TablePair

PAPER = "Kulinski, Bagchi and Inouye, NeurIPS 2020"
MAX_FEATURES = 20_000
"""Beyond, the handful of [features, features] matrices needs more than 16 GB."""


@dataclass(frozen=True, eq=False)
class Standardized:
    """Both tables in one matrix, every column with pooled mean 0 and variance 1.

    Without that the Fisher divergence, whose unit is 1/x_j^2, would rank columns by their unit,
    and a nearest neighbor would be near in the columns with the widest values alone.
    """

    rows: NDArray[np.float64]
    """[rows, active features]: the reference, then the query; missing cells hold medians."""
    is_query: NDArray[np.bool_]
    """[rows]"""
    active: NDArray[np.intp]
    """Positions of the features that are not the same in every row."""
    n_features: int

    def spread(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Scores of the active features as scores of all; the others have 0."""
        scores = np.zeros(self.n_features)
        scores[self.active] = values
        return scores


def standardized(pair: TablePair) -> Standardized:
    both = matrices_of(pair)
    rows = both.pooled.astype(np.float64)
    rows -= rows.mean(axis=0)
    scale = rows.std(axis=0)
    # A column that was constant but for missing cells is constant now that these are filled.
    active = np.flatnonzero(~pair.inert & (scale > 1e-12))
    return Standardized(
        rows=rows[:, active] / scale[active],
        is_query=both.is_query,
        active=active,
        n_features=pair.n_features,
    )


class Deadline:
    """When to stop, if ever.

    >>> Deadline(None).passed, Deadline(0.0).passed
    (False, True)
    """

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.perf_counter() + seconds

    @property
    def passed(self) -> bool:
        return self._end is not None and time.perf_counter() >= self._end


def check_positive(**numbers: float | None) -> None:
    """Refuse an option that is neither None nor above 0."""
    for name, number in numbers.items():
        if number is not None and not number > 0:
            raise OptionError(f"{name} is not positive", found=repr(number))


def check_width(n_features: int, max_features: int = MAX_FEATURES) -> None:
    """Refuse a table for which what is kept of every feature would not fit into memory."""
    if n_features > max_features:
        raise TableError(
            "the tables are too wide for a method that relates every column to every other",
            expected=f"at most {max_features} columns that vary",
            found=str(n_features),
            remedy="choose columns, or take another method",
        )


def sampled_note(what: str, used: int, total: int) -> tuple[Note, ...]:
    """A note that only some rows were used; nothing if all were."""
    if used == total:
        return ()
    return (Note(None, "sampled", f"{what}: a random sample of {used} of {total} rows"),)


def stopped_note(message: str) -> Note:
    return Note(None, "time-limit", f"stopped at the time limit; {message}")
