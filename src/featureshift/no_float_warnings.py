"""Tables may hold any number: what overflows on the way is no news to people who compare them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_float_warnings() -> Iterator[None]:
    """While it is open NumPy says nothing of overflows, NaN and divisions by zero.

    What comes out is checked instead: scores are finite, and what is told of a column is a number
    or nothing. Threads that are started meanwhile keep silent too if they run in a copy of the
    context, as those of ``engines.parallel`` do.

    >>> import numpy as np
    >>> with no_float_warnings():
    ...     float(np.float64(1e308) * 10)
    inf
    """
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        yield
