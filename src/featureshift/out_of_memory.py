"""What tells that memory is used up, whoever says it, as one error of ours."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from featureshift.errors import OutOfMemoryError

_SAID = (
    "bad_alloc",
    "Failed to allocate memory",
    "can't start new thread",
    "failed to map segment from shared object",
)
"""Of onnxruntime, whose errors have no root of their own, of threads that find no room for a stack,
and of libraries that find none for themselves."""


@contextmanager
def own_memory_errors(what: str) -> Iterator[None]:
    """Raise :class:`featureshift.errors.OutOfMemoryError` where there is not enough for ``what``.

    >>> with own_memory_errors("this comparison"):
    ...     raise MemoryError("Unable to allocate 9.00 TiB")
    Traceback (most recent call last):
    featureshift.errors.OutOfMemoryError: there is not enough memory for this comparison
      found: Unable to allocate 9.00 TiB
      remedy: ...
    """
    try:
        yield
    except OutOfMemoryError:
        raise
    except Exception as cause:
        if is_out_of_memory(cause):
            raise OutOfMemoryError(what, str(cause)) from cause
        raise


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that memory is used up."""
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    return isinstance(error, MemoryError) or any(said in str(error) for said in _SAID)
