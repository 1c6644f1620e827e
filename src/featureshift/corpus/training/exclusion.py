"""Tables that training must not see, because the benchmark measures on them.

By provenance (refused, an error), by name (left out), and by content (left out): a table that holds
the same columns as one of the benchmark, whatever their names, units and row order.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset
from featureshift.corpus.folder import Folder, FolderEntry
from featureshift.errors import OptionError
from featureshift.simulate.pairs import normalize

_WORDS = (
    r"gas[ _-]?sensor\w*|gas([ _-]data)?(?![a-z _-]*[a-z])|musk\d?|scene|coil[ _-]?\d*|w\da|jasmine"
    r"|founders|dilbert|canine|phenotypes?|appliances?([ _-]energy)?|energydata\w*"
)
BENCHMARK_NAMES = re.compile(
    rf"(?<![a-z])({_WORDS})(?![a-z])|covid|corona[ _-]?virus|mnist|cifar", re.IGNORECASE
)
"""Searched in the name of a table and in its source."""

SPARE_COLUMNS = 2
"""A copy may have a label or an index beside the columns of the benchmark's table."""
SAME_SHARE = 0.5
"""Share of a benchmark table's columns that a copy holds."""


def refuse_evaluation(entries: Iterable[FolderEntry]) -> None:
    """Raise if any of these tables is for evaluation only."""
    reserved = [entry.name for entry in entries if entry.provenance.evaluation_only]
    if reserved:
        raise OptionError(
            "tables of the benchmark cannot be trained on",
            found=", ".join(reserved[:5]),
            remedy="give the folder of a training corpus",
        )


def named_like_benchmark(entry: FolderEntry) -> bool:
    """Whether name or source says that this is data of the benchmark."""
    file = entry.provenance.source.rsplit(":", 1)[-1]
    return any(BENCHMARK_NAMES.search(text) for text in (entry.name, file))


def column_hashes(values: NDArray[np.float32]) -> frozenset[str]:
    """One hash per column [rows, features], of its sorted values after min-max normalizing.

    The order of rows and a linear change of unit do not matter. Constant columns are left out.

    >>> table = np.array([[1.0, 5.0], [3.0, 5.0], [2.0, 5.0]], np.float32)
    >>> column_hashes(table) == column_hashes(10 * table[::-1])
    True
    """
    # Rounded, since a change of unit is not exact in single precision.
    columns = np.sort(np.round(normalize(values).astype(np.float64), 5), axis=0)
    varied = columns[0] < columns[-1]
    return frozenset(
        hashlib.sha256(column.tobytes()).hexdigest() for column in columns[:, varied].T
    )


class BenchmarkContent:
    """The benchmark tables of a folder by content."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._hashes: dict[str, frozenset[str]] = {}

    def overlap(self, dataset: Dataset) -> str | None:
        """The name of the benchmark table that this one repeats, if any; most cost nothing."""
        for name, entry in self._folder.entries.items():
            spare = dataset.n_features - entry.n_features
            if 0 <= spare <= SPARE_COLUMNS and dataset.n_rows == entry.n_rows:
                known = self._known(name)
                if len(known & column_hashes(dataset.values)) >= SAME_SHARE * len(known):
                    return name
        return None

    def _known(self, name: str) -> frozenset[str]:
        if name not in self._hashes:
            self._hashes[name] = column_hashes(self._folder.load(name).values)
        return self._hashes[name]

    def candidates(self, entries: Mapping[str, FolderEntry]) -> list[str]:
        """Tables of a size that makes a copy possible: only these need to be read."""
        sizes = {(entry.n_rows, entry.n_features) for entry in self._folder.entries.values()}
        return [
            name
            for name, entry in entries.items()
            if any((entry.n_rows, entry.n_features - k) in sizes for k in range(SPARE_COLUMNS + 1))
        ]
