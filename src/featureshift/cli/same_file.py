"""Whether two paths lead to one file."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def same_file(path: Path, other: Path) -> bool:
    """Through links, ``./`` and ``..`` too, and whether or not there is a file yet.

    What is no file, such as ``/dev/null``, takes any number of outputs.

    >>> same_file(Path("out.json"), Path("./x/../out.json")), same_file(Path("a"), Path("b"))
    (True, False)
    """
    try:
        first, second = path.expanduser().stat(), other.expanduser().stat()
    except (OSError, RuntimeError):  # one of them is not there yet, or in nobody's home
        return _real(path) == _real(other)
    return os.path.samestat(first, second) and stat.S_ISREG(first.st_mode)


def _real(path: Path) -> str:
    try:
        return os.path.realpath(path.expanduser())
    except (OSError, RuntimeError):
        return os.path.normpath(path)
