"""Whether a comparison fits into memory, told before anything is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from featureshift.errors import TableError

MEMINFO = Path("/proc/meminfo")
CONTROL_GROUP = Path("/sys/fs/cgroup")


def check_memory(n_rows: Sequence[int], n_features: int, bytes_a_cell: int) -> None:
    """Refuse what cannot end well; ``n_rows`` of both tables are looked at.

    Where it is not known how much memory there is, nothing is refused.
    """
    needed, there = sum(n_rows) * n_features * bytes_a_cell, available_memory()
    if there is None or needed <= there:
        return
    share = max(int(n_features * there / needed), 1)
    raise TableError(
        f"{n_features:,} columns are too many to be compared at once in the memory that is free",
        expected=f"about {needed / 1e9:,.1f} GB for {' and '.join(f'{n:,}' for n in n_rows)} rows",
        found=f"{there / 1e9:,.1f} GB",
        remedy=f"compare parts of about {share:,} columns (columns=..., ignore=...), set max_rows, "
        "or take a machine with more memory",
    )


def available_memory() -> int | None:
    """Bytes that this process may still take, without swapping; None if that is not known."""
    found = [known for known in (_of_machine(), _of_control_group()) if known is not None]
    return min(found, default=None)


def _of_machine() -> int | None:
    try:
        lines = MEMINFO.read_text().splitlines()
    except OSError:
        return None
    sizes = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return 1024 * int(sizes[0]) if sizes else None


def _of_control_group() -> int | None:
    """Of a container with a limit."""
    try:
        limit = (CONTROL_GROUP / "memory.max").read_text().strip()
        used = int((CONTROL_GROUP / "memory.current").read_text())
        cached = (CONTROL_GROUP / "memory.stat").read_text().split()
    except (OSError, ValueError):
        return None
    if limit == "max":
        return None
    # What is cached of files is given back.
    given_back = int(cached[cached.index("file") + 1]) if "file" in cached else 0
    return max(int(limit) - used + given_back, 0)
