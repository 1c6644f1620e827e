"""A file as its readers see it: a name, and bytes that can be read from the start again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import pyarrow as pa

from featureshift.errors import FeatureshiftError, OutOfMemoryError, UnreadableTableError


class FileState(NamedTuple):
    """What tells that a file was written to."""

    size: int
    modified: int | None
    """In nanoseconds. Copies on other machines differ in it."""

    @classmethod
    def of(cls, path: Path) -> FileState:
        found = path.stat()
        return cls(found.st_size, found.st_mtime_ns)

    def __reduce__(self) -> tuple[type[FileState], tuple[int, None]]:
        return FileState, (self.size, None)

    def is_that_of(self, path: Path) -> bool:
        """Whether the file is what it was, as far as this tells."""
        now = FileState.of(path)
        return now.size == self.size and self.modified in (None, now.modified)


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
    state: FileState | None = None
    """What it was when the table was opened: it must be that until the last row is read."""

    @classmethod
    def at(cls, path: Path) -> File:
        """A regular file: what lies elsewhere in a file system may never end, or cannot be reread.

        It is read, never mapped: what others cut off of a mapped file kills who looks at it.
        """
        if not path.is_file():
            raise UnreadableTableError(
                f"cannot read {str(path)!r}",
                expected="a file that can be read from the start again",
                found="a pipe, a device or a folder" if path.exists() else "nothing",
                remedy="pipe it in, and name it -",
            )
        return cls(str(path), partial(_open, path), path, FileState.of(path))

    @classmethod
    def of_bytes(cls, name: str, content: bytes) -> File:
        return cls(name, partial(pa.BufferReader, content))

    def changed(self) -> bool:
        """Whether it was written to since the table was opened."""
        if self.path is None or self.state is None:
            return False
        try:
            return not self.state.is_that_of(self.path)
        except OSError:  # it is gone: that will be said by who opens it again
            return False

    @property
    def endings(self) -> list[str]:
        """The suffixes of its name, the last one last: ``a.csv.gz`` has ``.csv`` and ``.gz``."""
        return [suffix.lower() for suffix in PurePosixPath(self.name).suffixes]


def _open(path: Path) -> Any:
    """By the bytes of its name, which need not be UTF-8."""
    return pa.OSFile(os.fsencode(path))


@contextmanager
def reading(file: File) -> Iterator[Any]:
    """The file, open; an error of ours if it cannot be read, or was written to meanwhile."""
    with unchanged(file), file.open() as source:
        yield source


@contextmanager
def unchanged(file: File) -> Iterator[None]:
    """What readers raise, as an error of ours, and one if the file was written to meanwhile."""
    try:
        with own_errors(file.name):
            yield
    except GeneratorExit:  # whoever reads has seen enough
        raise
    except Exception as cause:
        if file.changed():
            raise changed_while_read(file.name) from cause
        raise
    if file.changed():
        raise changed_while_read(file.name)


def changed_while_read(name: str) -> UnreadableTableError:
    return UnreadableTableError(
        f"{name[:200]!r} was written to while it was read",
        expected="the same bytes from the first row to the last",
        remedy="wait until whoever writes it is done, or compare a copy",
    )


@contextmanager
def own_errors(name: str) -> Iterator[None]:
    """What readers raise, as an error of ours that names the file."""
    try:
        yield
    except FeatureshiftError:  # some are ValueErrors, as Arrow's are
        raise
    except MemoryError as cause:  # Arrow's is an ArrowException, too
        raise OutOfMemoryError(f"{name[:200]!r}", str(cause)) from cause
    except (pa.ArrowException, OSError, UnicodeError, RuntimeError) as cause:
        denied = isinstance(cause, PermissionError)
        raise UnreadableTableError(
            f"cannot read {name[:200]!r}",
            found=(str(cause).splitlines() or [type(cause).__name__])[0],
            remedy="ask for permission to read it"
            if denied
            else "check that the file was written to the end and is what its name says",
        ) from cause
