"""A pair of tables of mixed columns, longer than the sample, in Parquet files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

FILES = 16


def make_table(n_rows: int, shift: float, rng: np.random.Generator) -> Any:
    z = rng.normal(size=n_rows)
    return pa.table(
        {
            "moved": z + shift,
            "gaps": pa.array(z + rng.normal(size=n_rows), mask=rng.random(n_rows) < 0.1),
            "count": rng.poisson(3, n_rows),
            "color": rng.choice(["red", "green", "blue"], n_rows),
            "when": pa.array(rng.integers(0, 10**15, n_rows), pa.timestamp("us")),
        }
    )


def write_pair(directory: Path, n_rows: int) -> tuple[Path, Path]:
    """Reference and query, each a directory of files."""
    rng = np.random.default_rng(5)
    for side, shift in (("reference", 0.0), ("query", 0.5)):
        (directory / side).mkdir(parents=True)
        table = make_table(n_rows, shift, rng)
        for k, rows in enumerate(np.array_split(np.arange(n_rows), FILES)):
            part = table.slice(int(rows[0]), len(rows))
            pq.write_table(part, directory / side / f"{k:02}.parquet")
    return directory / "reference", directory / "query"
