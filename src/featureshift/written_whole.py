"""The one way in which files are written: whole, or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from featureshift.errors import UnwritableFileError


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """A new file beside ``path`` to write to, which takes its place when the block is left.

    Until then, and if the block raises, the process is killed or the disk is full, ``path`` is what
    it was. Permissions are kept, a link goes on to point where it did, and what is no file, such as
    ``/dev/null`` or a pipe, is written to as it is. What the system refuses is raised as
    :class:`featureshift.errors.UnwritableFileError`.
    """
    try:
        path = Path(os.path.expanduser(path))  # noqa: PTH111 (a home that is not there is no error)
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode if target.exists() else None
        if mode is not None and not stat.S_ISREG(mode):
            yield target
            return
        beside = target.with_name(f".{target.name[:100]}.{uuid4().hex}.tmp")
        try:
            yield beside
            _take_place(beside, target, mode)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as cause:
        raise UnwritableFileError(path, cause) from cause


def write_text(text: str, path: str | Path) -> None:
    """As UTF-8; what cannot be encoded is spelled out."""
    with written_whole(path) as beside:
        beside.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


def _take_place(beside: Path, target: Path, mode: int | None) -> None:
    """Not before it is on the disk: a machine that stops must not leave an empty file."""
    with beside.open("rb+") as file:
        os.fsync(file.fileno())
    if mode is not None:
        beside.chmod(stat.S_IMODE(mode))
    beside.replace(target)
    with suppress(OSError):  # some systems cannot open a directory
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
