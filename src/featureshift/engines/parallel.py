"""Work on every core: parts of a whole in threads, each multiplying by itself.

NumPy lets go of the interpreter's lock while it works. BLAS splits even small products among all
cores and lets its threads wait in a loop: where several threads do that at once, or the machine is
busy with something else, products were seen to take from three to fifty times as long as in one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import lru_cache
from threading import Lock
from typing import TypeVar

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

Part = TypeVar("Part")
Found = TypeVar("Found")
MOST_THREADS = 8
"""Beyond these, memory and the interpreter's lock are the bottleneck."""


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _controller() -> ThreadpoolController:
    return _controller_of(len(sys.modules))  # a module that came since may have brought a library


@lru_cache(maxsize=1)
def _controller_of(modules: int) -> ThreadpoolController:  # noqa: ARG001
    return ThreadpoolController()  # looks up the libraries loaded, which takes a millisecond


_limiting = Lock()
"""Held by whoever limits BLAS: the number of its threads is one for the whole process."""


def _release() -> None:
    """Who held the lock when a process forked is not there to let go of it."""
    global _limiting
    _limiting = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_release)


@contextmanager
def one_thread() -> Iterator[None]:
    """While it is open, NumPy and SciPy multiply and factorize in one thread.

    Where another thread has set that limit already it is left to that one: what two set and lift
    in turn would never come back to what it was.

    >>> with one_thread():
    ...     blas = [each for each in _controller().info() if each["user_api"] == "blas"]
    >>> {library["num_threads"] for library in blas}
    {1}
    """
    limiting = _limiting
    if not limiting.acquire(blocking=False):
        yield
        return
    try:
        with _controller().limit(limits=1, user_api="blas"):
            yield
    finally:
        limiting.release()


def each(work: Callable[[Part], Found], parts: Sequence[Part]) -> list[Found]:
    """What the work gives for each part, in order; the number of threads changes nothing.

    >>> each(sum, [(1, 2), (3, 4)])
    [3, 7]
    """
    if len(parts) < 2:
        return [work(part) for part in parts]
    threads = min(len(parts), cores(), MOST_THREADS)
    # One core limits BLAS too: with another number of threads it rounds differently.
    with one_thread(), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(in_this_context(work), parts))


def in_this_context(work: Callable[[Part], Found]) -> Callable[[Part], Found]:
    """The work as it would be done here, wherever it is done: threads begin with settings of their
    own, such as what NumPy warns of.
    """
    here = copy_context()
    return lambda part: here.copy().run(work, part)


def slices(count: int, height: int) -> list[slice]:
    """``count`` things in parts of so many, at least one.

    >>> slices(5, 3)
    [slice(0, 3, None), slice(3, 5, None)]
    """
    height = max(1, height)
    return [slice(first, min(first + height, count)) for first in range(0, count, height)]
