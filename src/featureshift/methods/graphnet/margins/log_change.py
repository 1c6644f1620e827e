"""The change of a mean of positive terms, as a logarithm with its error.

Squares of residuals and of distances to the mean, absolute residuals: what their mean is in one
table against the other. The error is the one under the null, from the spread of the terms of both
tables together: a table with a handful of large terms, or of none, would seem exact by its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
PRIOR_ROWS = 10.0
"""What is usual counts as much as so many rows."""
ROWS_SQUARED = 30.0
"""So many rows, over n, join each table out of both: one value says nothing about a spread."""


class LogChange(NamedTuple):
    ratio: Floats
    """Logarithm of query over reference, [features]."""
    error: Floats
    """Its standard error when nothing is shifted, or more where terms are rare."""


def log_change(
    means: tuple[Floats, Floats],
    rows: tuple[ArrayLike, ArrayLike],
    spread: Floats,
    *,
    usual: float,
    floor: ArrayLike,
) -> LogChange:
    """Of the means of reference and query, [features] each, of so many rows.

    ``spread`` is the variance of a term over its squared mean, in both tables; ``usual`` is that of
    a normal column. Where terms are rarer than that, the means are drawn toward the common one by
    twice the rows that hold one of them: a logarithm exaggerates that they are absent by chance.

    >>> none, one = np.array([0.0]), np.array([0.002])
    >>> found = log_change((none, one), (500, 500), np.array([999.0]), usual=2, floor=0.0)
    >>> bool(abs(found.ratio[0]) < found.error[0])
    True
    """
    n = [np.maximum(np.asarray(count, np.float64), 1) for count in rows]
    total = n[0] + n[1]
    spread = (total * spread + PRIOR_ROWS * usual) / (total + PRIOR_ROWS)
    common = (n[0] * means[0] + n[1] * means[1]) / total
    drawn = []
    for count, mean in zip(n, means, strict=True):
        joining = 2 * np.maximum(spread - usual, 0) + ROWS_SQUARED / count
        drawn.append((count * mean + joining * common) / (count + joining) + floor)
    error = np.sqrt(np.maximum(spread, 0) * (1 / n[0] + 1 / n[1]))
    return LogChange(np.log(drawn[1] / drawn[0]), error)
