"""Matrix products in one thread, where several would mostly wait for each other.

BLAS and torch split even small products among all cores and let the threads wait in a loop. On a
machine that is busy with something else too, many small products in two threads were seen to take
from three to fifty times as long as in one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # looks up the libraries loaded, which takes a millisecond


def one_thread() -> AbstractContextManager[object]:
    """While it is open, NumPy and SciPy multiply and factorize in one thread.

    >>> with one_thread():
    ...     [library["num_threads"] for library in _controller().info()][:1]
    [1]
    """
    limit: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limit


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """While it is open, torch works in one thread."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
