"""Which state of the code made a result or a network."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]


@cache
def source_commit() -> str:
    """Short hash of our own checkout, marked if files were changed; empty if there is none.

    An installed package may lie in a virtual environment inside somebody else's repository.
    """
    if not ((ROOT / ".git").exists() and (ROOT / "src" / "featureshift").is_dir()):
        return ""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    command += ["--exclude", "*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
