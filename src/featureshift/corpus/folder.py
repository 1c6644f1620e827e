"""A directory of tables with a MANIFEST.csv that says what they are and where they come from.

Two forms of manifest are read. The benchmark's has a column ``name``, its tables are ``.npz`` files
and are never to be trained on; the training corpus's has a column ``slug`` and a hash per file, its
tables are Parquet files. Nothing is unpickled.
"""

from __future__ import annotations

import csv
import hashlib
import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.codes import Coded, code_table
from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.errors import UnknownNameError, UnreadableTableError

MANIFEST = "MANIFEST.csv"


@dataclass(frozen=True)
class FolderEntry:
    """One line of a manifest."""

    name: str
    file: str
    """Relative to the folder."""
    n_rows: int
    n_features: int
    categorical: bool
    """Every column is categorical; a Parquet file knows better and may add columns to False."""
    provenance: Provenance
    sha256: str | None
    """Of the file; None where the manifest does not say."""


class Folder:
    """The tables of a directory by name. Reads the manifest at once, a table when it is loaded."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.entries: Mapping[str, FolderEntry] = MappingProxyType(_entries(self.path / MANIFEST))

    def names(self) -> list[str]:
        """In the order of the manifest."""
        return list(self.entries)

    def load(self, name: str) -> Dataset:
        """The table of that name; refused when it is not what the manifest says it is."""
        if name not in self.entries:
            raise UnknownNameError(f"table of {self.path}", name, self.entries)
        entry = self.entries[name]
        coded = _read(self.path / entry.file, entry)
        if coded.values.shape != (entry.n_rows, entry.n_features):
            raise UnreadableTableError(
                f"{self.path / entry.file} is not the table of the manifest",
                expected=f"{entry.n_rows} rows and {entry.n_features} features",
                found=f"an array of shape {coded.values.shape}",
            )
        return Dataset(name, coded.values, coded.categorical, entry.provenance)


def _entries(manifest: Path) -> dict[str, FolderEntry]:
    try:
        lines = list(csv.DictReader(io.StringIO(manifest.read_text("utf-8"), newline="")))
        form = next(form for key, form in FORMS.items() if lines and key in lines[0])
        entries = {entry.name: entry for entry in map(form, lines)}
    except OSError as error:
        raise UnreadableTableError(
            f"no {MANIFEST} can be read in {manifest.parent}", found=str(error), remedy=_REMEDY
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration, csv.Error) as error:
        raise UnreadableTableError(
            f"{manifest} is garbled",
            expected=f"comma-separated lines under a header with {' or '.join(FORMS)}",
            found=f"{type(error).__name__}: {error}" if str(error) else None,
        ) from error
    if len(entries) < len(lines):
        raise UnreadableTableError(f"{manifest} names a table twice")
    return entries


_REMEDY = "give the directory that holds the manifest and its tables"


def _bench_entry(line: dict[str, str]) -> FolderEntry:
    return FolderEntry(
        name=line["name"],
        file=line["file"],
        n_rows=int(line["n_samples"]),
        n_features=int(line["n_features"]),
        # A mixed table (jasmine) counts as continuous: it gets the continuous manipulations.
        categorical=line["type"].startswith("categorical"),
        provenance=Provenance(line["source"], line["license"], evaluation_only=True),
        sha256=None,
    )


def _train_entry(line: dict[str, str]) -> FolderEntry:
    return FolderEntry(
        name=line["slug"],
        file=f"{line['slug']}.parquet",
        n_rows=int(line["n_rows"]),
        n_features=int(line["n_cols"]),
        categorical=False,
        provenance=Provenance(line["source"], line["license"]),
        sha256=line["sha256"].lower(),
    )


FORMS: dict[str, Callable[[dict[str, str]], FolderEntry]] = {
    "name": _bench_entry,
    "slug": _train_entry,
}
"""By the column that only this form of manifest has."""


UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error)
"""What numpy and pyarrow raise on files that are cut off, garbled, or of another kind."""


def _read(path: Path, entry: FolderEntry) -> Coded:
    if path.suffix not in READERS:
        raise UnreadableTableError(
            f"{path} is of no kind known here", expected=f"a file ending in {', '.join(READERS)}"
        )
    try:
        _check_hash(path, entry.sha256)
        return READERS[path.suffix](path, entry)
    except UnreadableTableError:
        raise
    except UNREADABLE as error:
        raise UnreadableTableError(
            f"{path} cannot be read as a {path.suffix} table",
            found=f"{type(error).__name__}: {error}",
            remedy=f"fetch the file again, or take {entry.name!r} out of the manifest",
        ) from error


def _check_hash(path: Path, sha256: str | None) -> None:
    if sha256 is None:
        return
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise UnreadableTableError(
            f"{path} is not the file of the manifest", expected=sha256, found=found
        )


def _read_npz(path: Path, entry: FolderEntry) -> Coded:
    # Opened here: np.load leaves a file open that turns out to be no archive.
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        raw: NDArray[np.generic]
        if "X_packed" in arrays:
            raw = np.unpackbits(arrays["X_packed"], axis=0, count=int(arrays["n_samples"]))
        else:
            raw = arrays["X"]
    values = raw.astype(np.float32, copy=False)
    return Coded(values, np.full(values.shape[-1], entry.categorical))


def _read_parquet(path: Path, entry: FolderEntry) -> Coded:
    import pyarrow.parquet as pq

    table = pq.read_table(path, partitioning=None)
    return code_table(table, [entry.categorical] * table.num_columns)


READERS: dict[str, Callable[[Path, FolderEntry], Coded]] = {
    ".npz": _read_npz,
    ".parquet": _read_parquet,
}
