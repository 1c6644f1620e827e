"""Result rows, and the CSV files under version control that hold them.

A file is only ever appended to, one whole line at a time, so that a run killed at any moment
leaves a file that can be read and gone on with.
"""

from __future__ import annotations

import csv
import fcntl
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import BinaryIO, get_type_hints

from featureshift.errors import UnreadableTableError
from featureshift.written_whole import write_text

OK, TIMEOUT = "ok", "timeout"
STATUSES = (OK, "error", TIMEOUT, "memory", "crash")
COUNT_GIVEN = "count-given"
"""Below a directory of results: those of methods that were given the number of shifted features."""


@dataclass(frozen=True)
class Row:
    """One method on one task. Scores are NaN unless the status is "ok"."""

    task: str
    method: str
    status: str
    reason: str
    """Why the status is not "ok"."""
    precision: float
    """Over the features chosen for manipulation; so are recall and f1."""
    recall: float
    f1: float
    changed_precision: float
    """Over the features whose values the manipulation really changed; so are the next two."""
    changed_recall: float
    changed_f1: float
    auroc: float
    n_features: int
    n_shifted: int
    n_changed: int
    n_flagged: int
    rows_reference: int
    rows_query: int
    seconds: float
    """Wall clock of localize alone; for an unfinished cell, until it was stopped."""
    peak_mb: float
    """Highest memory above that before the method started."""
    time_limit: float
    exclusive: bool
    """Nothing else of the benchmark ran at the same time: the timing counts."""
    trained_on: bool
    """The method has learned from this very table."""
    data_sha256: str
    seed: int
    version: str
    commit: str
    machine: str

    @property
    def key(self) -> tuple[str, str]:
        return self.task, self.method


COLUMNS = tuple(field.name for field in fields(Row))
_TYPES = get_type_hints(Row)


def encode_row(row: Row) -> str:
    """One CSV line with its line break."""
    text = io.StringIO()
    values = [f"{value:.6g}" if isinstance(value, float) else value for value in astuple(row)]
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


def decode_row(cells: Mapping[str, str]) -> Row:
    def parse(name: str, text: str) -> object:
        kind = _TYPES[name]
        return text == "True" if kind is bool else kind(text)

    return Row(**{name: parse(name, cells[name]) for name in COLUMNS})  # type: ignore[arg-type]


class ResultFile:
    """The rows of one method, in ``<directory>/<method>.csv``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Row]:
        """All whole rows; a line cut off by a kill is not one."""
        if not self.path.exists():
            return []
        text = self.path.read_text(encoding="utf-8")
        reader = csv.DictReader(io.StringIO(text[: text.rfind("\n") + 1]))
        if tuple(reader.fieldnames or ()) not in ((), COLUMNS):
            raise UnreadableTableError(
                f"{str(self.path)!r} is no result file of this version",
                expected=f"columns {', '.join(COLUMNS[:4])}, ...",
                found=", ".join(list(reader.fieldnames or ())[:4]),
            )
        try:
            return [decode_row(cells) for cells in reader]
        except (ValueError, TypeError) as cause:
            raise UnreadableTableError(
                f"{str(self.path)!r} has a damaged row", found=str(cause)
            ) from cause

    def append(self, row: Row) -> None:
        """Add a row and do not return before it is on the disk; others may add rows meanwhile."""
        with self._locked() as file:
            self._mend(file)
            new = file.seek(0, os.SEEK_END) == 0
            file.write(((",".join(COLUMNS) + "\n" if new else "") + encode_row(row)).encode())
            file.flush()
            os.fsync(file.fileno())

    def replace(self, rows: Iterable[Row]) -> None:
        """Write the whole file anew, in one step."""
        write_text("".join([",".join(COLUMNS) + "\n", *map(encode_row, rows)]), self.path)

    @contextmanager
    def _locked(self) -> Iterator[BinaryIO]:
        """The file, and nobody else writes to it; not one that was replaced while we waited."""
        while True:
            with self.path.open("ab+") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                if self.path.exists() and os.path.samestat(
                    self.path.stat(), os.fstat(file.fileno())
                ):
                    yield file
                    return

    @staticmethod
    def _mend(file: BinaryIO) -> None:
        """Cut off what a kill left of an unfinished line."""
        file.seek(0)
        content = file.read()
        if not content.endswith(b"\n"):
            file.truncate(content.rfind(b"\n") + 1)


def read_results(directory: Path) -> list[Row]:
    """The rows of every method in a directory."""
    return [row for path in sorted(directory.glob("*.csv")) for row in ResultFile(path).read()]
