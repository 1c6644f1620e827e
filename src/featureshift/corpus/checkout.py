"""Which state of the code made a result or a network."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]


@cache
def source_commit() -> str:
    """Short hash of our own checkout, marked if its sources were changed; empty if there is none.

    An installed package may lie in a virtual environment inside somebody else's repository.
    """
    if not ((ROOT / ".git").exists() and (ROOT / "src" / "featureshift").is_dir()):
        return ""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        # Only the sources count: a benchmark that writes its results changes the tree too.
        return head + ("-dirty" if _git("status", "--porcelain", "--", "src") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()
