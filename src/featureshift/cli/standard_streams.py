"""The standard streams as commands need them: what becomes of them never decides a verdict.

Whoever reads our output may have seen enough (``| head``), the disk behind it may be full, or the
stream may have been closed before we were started. A command goes on in all these cases: it writes
the files that it was asked for, and exits with the code that its verdict has.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from featureshift.errors import FeatureshiftError

_MODES = {0: os.O_WRONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}
"""How ``/dev/null`` takes the place of a closed stream. Reading the first and writing to the second
fails, as it would have; messages to the third are lost."""


class Tolerant(io.TextIOBase):
    """A stream that takes any text; once the system has refused some, it takes no more of it.

    >>> refusing = open("/dev/full", "w")
    >>> stream = Tolerant(refusing)
    >>> print("a verdict", file=stream, flush=True)
    >>> stream.failure.strerror
    'No space left on device'
    >>> refusing.close()
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.failure: OSError | None = None
        """Why it took no more, unless its reader had seen enough."""
        self._over = False
        if isinstance(stream, io.TextIOWrapper):  # a name the terminal cannot show is no crash
            stream.reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        if not self._over:
            try:
                self._stream.write(text)
            except OSError as cause:
                self._end(cause)
        return len(text)

    def flush(self) -> None:
        if not self._over:
            try:
                self._stream.flush()
            except OSError as cause:
                self._end(cause)

    def _end(self, cause: OSError) -> None:
        self._over = True
        self.failure = None if isinstance(cause, BrokenPipeError) else cause
        # What is still in its buffer goes nowhere, also when the interpreter closes it.
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
            self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class StandardStreams:
    """While it is open, ``sys.stdout`` and ``sys.stderr`` are tolerant."""

    def __enter__(self) -> StandardStreams:
        _open_closed_ones()
        self._before = sys.stdin, sys.stdout, sys.stderr
        sys.stdin = sys.stdin or open(0, closefd=False)
        self._out = Tolerant(sys.stdout or _writer(1))
        self._errors = Tolerant(sys.stderr or _writer(2))
        sys.stdout, sys.stderr = self._out, self._errors
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        sys.stdin, sys.stdout, sys.stderr = self._before

    def check(self) -> None:
        """Raise if some of the output could not be written."""
        self._out.flush()
        if self._out.failure is not None:
            raise UnwrittenOutputError(self._out.failure)


class UnwrittenOutputError(FeatureshiftError):
    """The standard output was closed or full."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(
            "cannot write to the standard output",
            found=cause.strerror or str(cause),
            remedy="--quiet prints nothing; --report and --json name files",
        )


def _writer(number: int) -> TextIO:
    return open(number, "w", encoding="utf-8", closefd=False)


def _open_closed_ones() -> None:
    """Give closed streams their numbers back: the next file that is opened must not get them."""
    for number, mode in _MODES.items():
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, mode)  # the lowest number that is free
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
