"""A repaired table as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from featureshift.errors import OptionError
from featureshift.written_whole import written_whole


def write_table(table: Any, path: Path) -> None:
    """Write a pyarrow table in the format that the suffix says."""
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise OptionError(
            f"no table is written to {path.name!r}",
            expected=f"a name that ends in {', '.join(WRITERS)}",
        )
    with written_whole(path) as beside:
        writer(table, beside)


def _parquet(table: Any, path: Path) -> None:
    from pyarrow import parquet

    parquet.write_table(table, path)


def _csv(table: Any, path: Path) -> None:
    from pyarrow import csv

    csv.write_csv(table, path)


def _feather(table: Any, path: Path) -> None:
    from pyarrow import feather

    feather.write_feather(table, path)


WRITERS: dict[str, Callable[[Any, Path], None]] = {
    ".parquet": _parquet,
    ".csv": _csv,
    ".feather": _feather,
    ".arrow": _feather,
}
"""Suffix of a file -> what writes it."""
