"""A folder of training tables that grows one OpenML table at a time, as ``Folder`` reads it.

Beside the manifest stands what was refused and why, so that nobody asks for it twice. A table is in
the manifest with all its parts or not at all; a kill in between costs that table alone.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset
from featureshift.corpus.folder import MANIFEST
from featureshift.corpus.openml import Candidate
from featureshift.errors import OptionError, UnreadableTableError
from featureshift.written_whole import written_whole

REFUSED = "REFUSED.csv"
MANIFEST_COLUMNS = (
    *("slug", "n_rows", "n_cols", "n_numeric", "n_categorical", "fraction_missing"),
    *("source", "license", "sha256", "n_rows_original", "bytes"),
)
REFUSED_COLUMNS = ("data_id", "name", "reason")

_NUMBER = re.compile(r"openml\.org/d/(\d+)")
_LONGEST = 60
"""Letters of a name that a file name keeps."""

Line = dict[str, str]


def slug(candidate: Candidate) -> str:
    """A name for the files of a table, whatever its owner called it; the number comes last.

    Nothing but the table's own name is told in words: words that many slugs share would make one
    family of them (``families``).

    >>> slug(Candidate(61000, "../Shapes (v2)", 500, 10)), slug(Candidate(7, "形", 500, 10))
    ('shapes_v2_61000', 'x_7')
    """
    words = re.sub(r"[^a-z0-9]+", "_", candidate.name.lower())[:_LONGEST].strip("_")
    return f"{words or 'x'}_{candidate.data_id}"


class GrowingFolder:
    """The tables and refusals of a directory; what a method changed is on the disk on return."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(f"{self.path} cannot be a directory", found=str(error)) from error
        manifest = _read_lines(self.path / MANIFEST, MANIFEST_COLUMNS)
        refused = _read_lines(self.path / REFUSED, REFUSED_COLUMNS)
        self._lines = {line["slug"]: line for line in manifest}
        self._refused = {int(line["data_id"]): line for line in refused}

    def names(self) -> list[str]:
        return sorted(self._lines)

    def held(self) -> frozenset[int]:
        """Numbers of the tables that are here."""
        found = (_NUMBER.search(line["source"]) for line in self._lines.values())
        return frozenset(int(match[1]) for match in found if match)

    @property
    def refused(self) -> Mapping[int, str]:
        """Reasons by the number of the table."""
        reasons = {data_id: line["reason"] for data_id, line in self._refused.items()}
        return MappingProxyType(reasons)

    def add(self, data_id: int, tables: Sequence[Dataset], n_rows_original: int) -> None:
        """Keep the parts of table ``data_id``, in which nothing is missing, under their names."""
        # Files first: the manifest never names one that is not there.
        self._lines |= {table.name: self._write_table(table, n_rows_original) for table in tables}
        # Sorted: the folder does not tell in which order the tables came.
        lines = [self._lines[name] for name in self.names()]
        _write_lines(self.path / MANIFEST, MANIFEST_COLUMNS, lines)
        if self._refused.pop(data_id, None) is not None:
            self._write_refused()

    def refuse(self, candidate: Candidate, reason: str) -> None:
        """Remember why a table is not here."""
        data_id = candidate.data_id
        line = {"data_id": str(data_id), "name": candidate.name, "reason": reason}
        self._refused[data_id] = line
        self._write_refused()

    def _write_refused(self) -> None:
        lines = [self._refused[data_id] for data_id in sorted(self._refused)]
        _write_lines(self.path / REFUSED, REFUSED_COLUMNS, lines)

    def _write_table(self, table: Dataset, n_rows_original: int) -> Line:
        content = _parquet(table)
        _replace(self.path / f"{table.name}.parquet", content)
        n_categorical = int(table.categorical.sum())
        cells = (
            *(table.name, table.n_rows, table.n_features),
            *(table.n_features - n_categorical, n_categorical, 0.0),
            *(table.provenance.source, table.provenance.license),
            *(hashlib.sha256(content).hexdigest(), n_rows_original, len(content)),
        )
        return dict(zip(MANIFEST_COLUMNS, map(str, cells), strict=True))


def _parquet(table: Dataset) -> bytes:
    """Numbers as they are, categories as dictionaries of texts; columns are only counted."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = [
        _texts(table.values[:, j]) if table.categorical[j] else pa.array(table.values[:, j])
        for j in range(table.n_features)
    ]
    names = [f"x{j + 1}" for j in range(table.n_features)]
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(columns, names=names), sink)
    return sink.getvalue()


def _texts(codes: NDArray[np.float32]) -> Any:
    """Codes as texts that sort like them, so that equally frequent levels keep their order."""
    import pyarrow as pa

    levels, indices = np.unique(codes, return_inverse=True)
    width = len(f"{levels.max():.0f}")
    texts = [f"{level:0{width}.0f}" for level in levels]
    return pa.DictionaryArray.from_arrays(indices.astype(np.int32), pa.array(texts))


def _read_lines(path: Path, columns: Sequence[str]) -> list[Line]:
    if not path.exists():
        return []
    reader = csv.DictReader(io.StringIO(path.read_text("utf-8", errors="replace"), newline=""))
    header, lines = tuple(reader.fieldnames or ()), list(reader)
    if header != tuple(columns) or any(None in line.values() for line in lines):
        raise UnreadableTableError(
            f"{path} was not written by a harvest, or it was cut off",
            expected=f"columns {', '.join(columns)}",
            found=", ".join(header),
            remedy="choose another directory",
        )
    return lines


def _write_lines(path: Path, columns: Sequence[str], lines: Iterable[Line]) -> None:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    _replace(path, text.getvalue().encode("utf-8"))


def _replace(path: Path, content: bytes) -> None:
    with written_whole(path) as beside:
        beside.write_bytes(content)
