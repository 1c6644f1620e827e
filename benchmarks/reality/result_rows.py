"""Result rows and the CSV files that hold them: one line a case, written as soon as it is known."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import get_type_hints

OK, ERROR = "ok", "error"


@dataclass(frozen=True)
class Row:
    """One method on one run of one kind. Where nothing is shifted, F1 is 1 if there is no flag."""

    kind: str
    expects: str
    """"quiet" or "found"."""
    run: int
    status: str
    reason: str
    """Why the status is not "ok"."""
    rows_reference: int
    rows_query: int
    n_features: int
    n_shifted: int
    n_flagged: int
    precision: float
    recall: float
    f1: float
    seconds: float
    """Of ``localize`` alone, on a machine that may have had other work."""
    version: str
    commit: str

    @property
    def key(self) -> tuple[str, int]:
        return self.kind, self.run


COLUMNS = [field.name for field in fields(Row)]
_TYPES = get_type_hints(Row)


def read_rows(path: Path) -> list[Row]:
    """All rows of a file; none where there is no file yet."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [_decoded(cells) for cells in csv.DictReader(file)]


def append_row(path: Path, row: Row) -> None:
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        cells = asdict(row)
        writer.writerow({name: _shown(value) for name, value in cells.items()})


def _shown(value: object) -> object:
    return f"{value:.4g}" if isinstance(value, float) else value


def _decoded(cells: dict[str, str]) -> Row:
    return Row(**{name: _TYPES[name](cells[name]) for name in COLUMNS})
