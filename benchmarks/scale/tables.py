"""Tables of any length, written piece by piece."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet

COLUMNS = 40
FACTORS = 4
ROWS_OF_A_FILE = 1_000_000
ROWS_OF_A_GROUP = 125_000
SHIFTED = "x07"
"""The column of a query whose spread is a tenth larger."""


def write_table(folder: Path, rows: int, *, seed: int, shifted: bool) -> None:
    """Related doubles in files of a million rows; what is there already is left as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    loadings = np.random.default_rng(0).normal(size=(COLUMNS, FACTORS)) / 2
    for number, start in enumerate(range(0, rows, ROWS_OF_A_FILE)):
        path = folder / f"part-{number:04d}.parquet"
        if not path.exists():
            rng = np.random.default_rng((seed, number))
            _write(path, _columns(min(ROWS_OF_A_FILE, rows - start), loadings, rng, shifted))


def _columns(
    rows: int, loadings: np.ndarray, rng: np.random.Generator, shifted: bool
) -> dict[str, np.ndarray]:
    factors = rng.normal(size=(FACTORS, rows))
    columns = {}
    for j in range(COLUMNS):
        name = f"x{j:02d}"
        values = rng.normal(size=rows) + loadings[j] @ factors
        columns[name] = values * 1.1 if shifted and name == SHIFTED else values
    return columns


def _write(path: Path, columns: dict[str, np.ndarray]) -> None:
    """Uncompressed, as doubles of full precision cannot be; a file is whole or not there."""
    beside = path.with_suffix(".tmp")
    parquet.write_table(
        pa.table(columns),
        beside,
        row_group_size=ROWS_OF_A_GROUP,
        compression="none",
        use_dictionary=False,
    )
    beside.replace(path)
