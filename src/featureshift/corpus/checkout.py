"""Which state of the code made a result or a network."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path


@cache
def source_commit() -> str:
    """Short hash of the checkout this module lies in; empty for an installed package."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
