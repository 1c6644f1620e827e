"""A user's table column by column, and the same kind of table back with some columns changed.

Columns that are not changed are passed on, not copied or converted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from featureshift.errors import ProfileError, UnknownNameError
from featureshift.repair.step import Series
from featureshift.tables import as_table
from featureshift.tables.arrow import ArrowPartition
from featureshift.tables.columns import arrow_column, clean_text
from featureshift.tables.profile import Profile

Rows = NDArray[np.intp]


class Editable(ABC):
    """Any table; ``names`` are those that a localization uses."""

    names: tuple[str, ...]
    n_rows: int

    def column(self, name: str) -> Series:
        if name not in self.names:
            raise UnknownNameError("column", name, self.names)
        return self._column(self.names.index(name))

    def changed(self, columns: Mapping[str, Series]) -> Any:
        """The user's kind of table with these columns instead of its own."""
        return self._changed({self.names.index(name): new for name, new in columns.items()})

    def renamed(self, names: Mapping[str, str]) -> Any:
        """The user's kind of table with other names: those of today -> those wanted."""
        return self._renamed({self.names.index(old): new for old, new in names.items()})

    def without(self, names: Collection[str]) -> Any:
        """The user's kind of table without these columns."""
        return self._chosen([j for j, name in enumerate(self.names) if name not in names])

    @abstractmethod
    def _column(self, place: int) -> Series: ...

    @abstractmethod
    def _changed(self, columns: Mapping[int, Series]) -> Any: ...

    @abstractmethod
    def _renamed(self, names: Mapping[int, str]) -> Any: ...

    @abstractmethod
    def _chosen(self, places: Sequence[int]) -> Any: ...

    @abstractmethod
    def rows(self, rows: Rows) -> Any:
        """Some rows, by their place, as the user's kind of table."""


class Frame(Editable):
    """pandas, polars, pyarrow and whatever else narwhals knows; names of columns may be no text."""

    def __init__(self, native: Any) -> None:
        self.frame: nw.DataFrame[Any] = nw.from_native(native, eager_only=True)
        self.labels = list(self.frame.columns)
        self.names = tuple(clean_text(str(label)) for label in self.labels)
        self.n_rows = len(self.frame)

    def _column(self, place: int) -> Series:
        return self.frame[:, place]

    def _changed(self, columns: Mapping[int, Series]) -> Any:
        new = [series.alias(self.labels[place]) for place, series in columns.items()]
        return self.frame.with_columns(*new).to_native()

    def _renamed(self, names: Mapping[int, str]) -> Any:
        new = {self.labels[place]: name for place, name in names.items()}
        return self.frame.rename(new).to_native()

    def _chosen(self, places: Sequence[int]) -> Any:
        return self.frame.select([self.labels[place] for place in places]).to_native()

    def rows(self, rows: Rows) -> Any:
        return self.frame[rows.tolist()].to_native()


class Lazy(Frame):
    """A frame whose rows are computed when asked for: they are, and it is lazy again."""

    def __init__(self, native: Any) -> None:
        super().__init__(nw.from_native(native).collect().to_native())

    def _changed(self, columns: Mapping[int, Series]) -> Any:
        return super()._changed(columns).lazy()

    def _renamed(self, names: Mapping[int, str]) -> Any:
        return super()._renamed(names).lazy()

    def _chosen(self, places: Sequence[int]) -> Any:
        return super()._chosen(places).lazy()

    def rows(self, rows: Rows) -> Any:
        return super().rows(rows).lazy()


class Columns(Editable):
    """A mapping of names to columns."""

    def __init__(self, native: Mapping[Any, Any]) -> None:
        self.native, self.labels = native, list(native)
        self.names = tuple(clean_text(str(label)) for label in self.labels)
        self.n_rows = len(next(iter(native.values()), ()))

    def _column(self, place: int) -> Series:
        return _series(self.native[self.labels[place]])

    def _changed(self, columns: Mapping[int, Series]) -> Any:
        new = {
            self.labels[j]: _like(self.native[self.labels[j]], each) for j, each in columns.items()
        }
        return {**self.native, **new}

    def _renamed(self, names: Mapping[int, str]) -> Any:
        return {names.get(j, label): self.native[label] for j, label in enumerate(self.labels)}

    def _chosen(self, places: Sequence[int]) -> Any:
        return {self.labels[place]: self.native[self.labels[place]] for place in places}

    def rows(self, rows: Rows) -> Any:
        return {label: _taken(values, rows) for label, values in self.native.items()}


class Array(Editable):
    """An array [rows, columns], or one with named fields."""

    def __init__(self, native: NDArray[Any], names: Sequence[str] | None) -> None:
        self.native = native
        self.fields = native.dtype.names
        if self.fields is not None:
            names = self.fields
        width = 1 if native.ndim == 1 else native.shape[1]
        if names is None or (self.fields is None and len(names) != width):
            names = [f"x{j}" for j in range(width)]
        self.names, self.n_rows = tuple(names), len(native)

    def _of(self, array: NDArray[Any], place: int) -> NDArray[Any]:
        if self.fields is not None:
            return np.asarray(array[self.fields[place]])
        return array if array.ndim == 1 else array[:, place]

    def _column(self, place: int) -> Series:
        return _series(self._of(self.native, place))

    def _changed(self, columns: Mapping[int, Series]) -> Any:
        """All cells of an array are of one type: a wider one where the new cells need it."""
        new = {j: _like(self._of(self.native, j), each) for j, each in columns.items()}
        if self.fields is not None:
            dtype = [
                (name, new[j].dtype if j in new else self.native.dtype[j])
                for j, name in enumerate(self.fields)
            ]
            copied = self.native.astype(dtype)
        else:
            copied = self.native.astype(
                np.result_type(self.native.dtype, *(each.dtype for each in new.values()))
            )
        for j, each in new.items():
            self._of(copied, j)[...] = each
        return copied

    def _renamed(self, names: Mapping[int, str]) -> Any:
        if self.fields is None:
            return self.native
        copied = self.native.copy()
        copied.dtype.names = tuple(names.get(j, name) for j, name in enumerate(self.fields))
        return copied

    def _chosen(self, places: Sequence[int]) -> Any:
        if self.fields is not None:
            return self.native[[self.fields[place] for place in places]]
        return self.native[:, list(places)] if self.native.ndim > 1 else self.native

    def rows(self, rows: Rows) -> Any:
        return self.native[rows]


def editable(table: Any, names: Sequence[str] | None = None) -> Editable:
    """Any table that can be compared; what is none of its own kind, such as a path, becomes Arrow.

    ``names`` are those of columns that are only numbered.
    """
    if isinstance(table, np.ndarray):
        return Array(table, names)
    if isinstance(table, Mapping):
        return Columns(table)
    if isinstance(table, pa.RecordBatch):
        return Frame(pa.Table.from_batches([table]))
    wrapped = nw.from_native(table, pass_through=True)
    if isinstance(wrapped, nw.DataFrame):
        return Frame(table)
    if isinstance(wrapped, nw.LazyFrame) and wrapped.implementation.is_polars():
        return Lazy(table)
    return Frame(_as_arrow(table, names))


def _as_arrow(source: Any, names: Sequence[str] | None) -> Any:
    """All rows of a source, as it was read for the comparison."""
    table = as_table(source, names)
    if isinstance(table, Profile):
        raise ProfileError(
            "a profile is no table to repair, nor to draw cells from",
            expected="the table itself",
            remedy="compare with the profile, and give the table to repair",
        )
    places = list(range(len(table.columns)))
    batches = [
        batch
        for part in table.partitions()
        if isinstance(part, ArrowPartition)
        for batch in part.read(places, max(part.n_rows, 1))
    ]
    if batches:
        return pa.Table.from_batches(batches)
    array = np.asarray(source)
    return pa.table({column.name: array[:, j] for j, column in enumerate(table.columns)})


def _series(values: Any) -> Series:
    """A column of any kind; arrays and lists as Arrow."""
    try:
        return nw.from_native(values, series_only=True)
    except TypeError:
        array, _ = arrow_column("", values)
        return nw.from_native(pa.chunked_array([array]), series_only=True)


def _like(old: Any, new: Series) -> Any:
    """A changed column as the one it replaces: of arrays and lists, an array."""
    if nw.dependencies.is_into_series(old):
        return new.to_native()
    array = new.to_numpy()
    old = np.asarray(old)
    if old.dtype.kind in "biu" and array.dtype.kind == "f":
        back = array.astype(old.dtype) if np.isfinite(array).all() else array
        return back if np.array_equal(back, array) else array
    if old.dtype.kind == "O" and array.dtype.kind == "O":
        return np.array(new.to_list(), object)
    return array.astype(old.dtype) if old.dtype.kind == array.dtype.kind == "f" else array


def _taken(values: Any, rows: Rows) -> Any:
    if nw.dependencies.is_into_series(values):
        return nw.from_native(values, series_only=True)[rows.tolist()].to_native()
    return np.asarray(values)[rows]
