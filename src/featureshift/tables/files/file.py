"""A file as its readers see it: a name, and bytes that can be read from the start again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import pyarrow as pa

from featureshift.errors import FeatureshiftError, UnreadableTableError


@dataclass(frozen=True)
class File:
    """Bytes on a disk, in a bucket or in memory.

    >>> with File.of_bytes("a.csv", b"x,y").open() as stream:
    ...     stream.read()
    b'x,y'
    """

    name: str
    """As people wrote it; its ending tells the format."""
    open: Callable[[], Any]
    """A new Arrow file with random access, each time."""
    path: Path | None = None
    """Where it lies on this machine, if it does."""

    @classmethod
    def at(cls, path: Path) -> File:
        return cls(str(path), partial(pa.OSFile, str(path)), path)

    @classmethod
    def of_bytes(cls, name: str, content: bytes) -> File:
        return cls(name, partial(pa.BufferReader, content))

    @property
    def endings(self) -> list[str]:
        """The suffixes of its name, the last one last: ``a.csv.gz`` has ``.csv`` and ``.gz``."""
        return [suffix.lower() for suffix in PurePosixPath(self.name).suffixes]


@contextmanager
def own_errors(name: str) -> Iterator[None]:
    """What readers raise, as an error of ours that names the file."""
    try:
        yield
    except FeatureshiftError:  # some are ValueErrors, as Arrow's are
        raise
    except (pa.ArrowException, OSError, UnicodeError, RuntimeError) as cause:
        denied = isinstance(cause, PermissionError)
        raise UnreadableTableError(
            f"cannot read {name[:200]!r}",
            found=(str(cause).splitlines() or [type(cause).__name__])[0],
            remedy="ask for permission to read it"
            if denied
            else "check that the file was written to the end and is what its name says",
        ) from cause
