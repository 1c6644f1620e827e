"""Tables to draw examples from: those of a folder, kept in memory while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from featureshift.corpus.cleaning import clean
from featureshift.corpus.dataset import Dataset
from featureshift.corpus.folder import Folder


class FolderTables:
    """Some tables of a folder; sizes are known at once, values when asked for.

    Infinite values become missing ones. With ``filtered`` the paper's filters apply, which may
    leave a table smaller than ``fitting`` promises, or without a row.
    """

    def __init__(
        self, folder: Folder, names: Sequence[str], *, filtered: bool, cache_megabytes: int
    ) -> None:
        self.names = tuple(names)
        self._folder, self._filtered = folder, filtered
        self._sizes = np.array(
            [(folder.entries[name].n_rows, folder.entries[name].n_features) for name in names]
        ).reshape(-1, 2)
        self._cache: OrderedDict[str, Dataset] = OrderedDict()
        self._bytes, self._limit = 0, cache_megabytes * 10**6

    def fitting(self, n_rows: int, n_features: int) -> list[str]:
        """Names of the tables that have at least this many rows and features."""
        fits = (self._sizes >= (n_rows, n_features)).all(axis=1)
        return [self.names[i] for i in np.flatnonzero(fits)]

    def load(self, name: str) -> Dataset:
        if name in self._cache:
            self._cache.move_to_end(name)
            return self._cache[name]
        dataset = self._read(name)
        self._cache[name] = dataset
        self._bytes += dataset.values.nbytes
        while self._bytes > self._limit and len(self._cache) > 1:
            self._bytes -= self._cache.popitem(last=False)[1].values.nbytes
        return dataset

    def _read(self, name: str) -> Dataset:
        dataset = self._folder.load(name)
        values, categorical = dataset.values, dataset.categorical
        if np.isinf(values).any():
            values = np.where(np.isinf(values), np.float32(np.nan), values)
        if self._filtered:
            # Seeded by the table: the same one whenever and wherever it is loaded.
            rng = np.random.default_rng(int(dataset.sha256[:8], 16))
            cleaned = clean(values, categorical, rng)
            values, categorical = cleaned if cleaned is not None else (values[:0], categorical)
        return replace(dataset, values=values, categorical=categorical)
