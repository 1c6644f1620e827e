"""Figures as SVG files that know what they were drawn from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STAMP = re.compile(r"<dc:source>([0-9a-f]{16})</dc:source>")


def digest(records: Iterable[object]) -> str:
    """Of the result rows a figure shows, so that a figure that is out of date can be told."""
    return hashlib.sha256("\n".join(map(repr, records)).encode()).hexdigest()[:16]


def save_figure(figure: Figure, path: Path, *, title: str, stamp: str) -> None:
    """The same bytes for the same figure: no date, no version."""
    metadata = {"Date": None, "Creator": None, "Title": title, "Source": stamp}
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", metadata=metadata, dpi=150)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="utf-8")


def stamp_of(path: Path) -> str | None:
    """The digest of what a saved figure was drawn from."""
    found = _STAMP.search(path.read_text(encoding="utf-8"))
    return found.group(1) if found else None
