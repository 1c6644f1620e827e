"""Arrow columns as plain numbers: in memory, or streamed from files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from featureshift.tables.kinds import Column, Kind, Note
from featureshift.tables.not_utf8 import decoded_bytewise
from featureshift.tables.table import Batch, Partition, Selection, Table, nothing, rows_per_batch
from featureshift.tables.valid_arrow import bytes_of

_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_NARROW = {
    *(pa.float16(), pa.float32(), pa.bool_(), pa.int8(), pa.int16(), pa.uint8(), pa.uint16())
}

REMEMBERED_TEXTS = 1 << 17
"""Hashes kept from batch to batch."""

EXACT_DIGITS = 15
"""Whole numbers of so many digits are exact in double precision, and so are powers of ten."""

RecordBatches = Callable[[Sequence[int], int], Iterator[Any]]
"""(column indices, rows) -> record batches of at most so many rows, columns in that order."""


class TextHashes:
    """Hashes of texts that were met before: most come again in the next batch."""

    def __init__(self) -> None:
        self._known: dict[str, float] = {}

    def __call__(self, text: str | None) -> float:
        if not text:  # missing and the empty text are the same absence
            return np.nan
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= REMEMBERED_TEXTS:  # identifiers and free text never return
                self._known.clear()
            known = self._known[text] = hash_text(text)
        return known

    def __reduce__(self) -> tuple[type[TextHashes], tuple[()]]:
        return TextHashes, ()  # another process meets texts of its own


@dataclass(frozen=True, eq=False)
class ArrowPartition(Partition):
    """Record batches from memory or from a file; ``read`` may be called any number of times."""

    n_rows: int
    read: RecordBatches
    hashes: TextHashes
    engine: str = "local"
    travels: bool = False
    """Whether another process can read it too, since it lies in a file."""

    def read_by(self, engine: str) -> Partition:
        return replace(self, engine=engine) if self.travels else self

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        return self._batches(selection, rows_per_batch(len(selection)))

    def head(self, selection: Sequence[Selection], rows: int) -> Batch:
        return next(self._batches(selection, rows), nothing(selection))

    def _batches(self, selection: Sequence[Selection], rows: int) -> Iterator[Batch]:
        indices = [index for index, _ in selection]
        for records in self.read(indices, rows):
            narrow = all(dtype in _NARROW for dtype in records.schema.types)
            dtype = np.float32 if narrow else np.float64
            # Column after column is written: the transpose is what lies contiguous.
            values = np.empty((len(selection), records.num_rows), dtype=dtype)
            levels: dict[int, dict[float, str]] = {}
            for j, (_, kind) in enumerate(selection):
                if kind is Kind.CATEGORICAL:
                    values[j], levels[j] = self._hashed(records.column(j))
                else:
                    values[j] = numbers(records.column(j))
            yield Batch(values.T, levels)

    def _hashed(self, array: Any) -> tuple[NDArray[np.float64], dict[float, str]]:
        if pa.types.is_null(array.type):
            return np.full(len(array), np.nan), {}
        if not pa.types.is_dictionary(array.type):
            array = array.dictionary_encode()
        indices = np.nan_to_num(_as_numpy(array.indices), nan=-1)
        used, codes = np.unique(indices.astype(np.int64), return_inverse=True)
        present = _chosen(array.dictionary, used[used >= 0].tolist())
        texts = [None] * int((used < 0).any()) + [_level_text(level) for level in present]
        hashes = np.array([self.hashes(text) for text in texts])
        names = {h: text for h, text in zip(hashes.tolist(), texts, strict=True) if text}
        return hashes[codes], names


class ArrowTable(Table):
    """Rows of record batches; each part is how many it has and how they are read.

    ``travels`` says that parts can be pickled and read by other processes: they lie in files.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        parts: Sequence[tuple[int, RecordBatches]],
        notes: Sequence[Note] = (),
        *,
        travels: bool = False,
    ) -> None:
        self.columns, self.n_rows = columns, sum(n_rows for n_rows, _ in parts)
        self.notes, self.travels = notes, travels
        hashes = TextHashes()
        self._partitions = [
            ArrowPartition(n_rows, read, hashes, travels=travels) for n_rows, read in parts
        ]

    def partitions(self) -> Sequence[ArrowPartition]:
        return self._partitions


def _chosen(dictionary: Any, places: list[int]) -> list[Any]:
    """The values at rising places; a dictionary may list far more than one batch has."""
    try:
        if len(places) == len(dictionary):
            return list(dictionary.to_pylist())
        return [dictionary[place].as_py() for place in places]  # take() imports pandas
    except UnicodeDecodeError:
        as_bytes = bytes_of(dictionary)
        return [
            None if (content := as_bytes[place].as_py()) is None else decoded_bytewise(content)
            for place in places
        ]


def _level_text(level: Any) -> str | None:
    """1 and 1.0 are one level: a column of whole numbers that once held a NaN comes as floats."""
    if isinstance(level, float) and level.is_integer():
        level = int(level)
    return None if level is None else str(level)


def hash_text(text: str) -> float:
    """A 52-bit hash of a text, exact in double precision and the same on every machine.

    >>> hash_text("red")
    2872476861919614.0
    """
    digest = hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest()
    return float(int.from_bytes(digest, "little") >> 12)


def numbers(array: Any) -> NDArray[Any]:
    """An Arrow array of a numeric, boolean, temporal or null type as numbers, NaN where missing."""
    dtype = array.type
    if pa.types.is_null(dtype):
        return np.full(len(array), np.nan)
    if pa.types.is_dictionary(dtype):
        return numbers(array.dictionary_decode())
    if pa.types.is_boolean(dtype):
        array = array.cast(pa.uint8())
    elif pa.types.is_decimal(dtype):
        return _decimals(array)
    elif pa.types.is_temporal(dtype):
        return _seconds(array)
    return _as_numpy(array)


def _as_numpy(array: Any) -> NDArray[Any]:
    """Numbers of an Arrow array, NaN where missing.

    Arrow's own to_numpy and fill_null import pandas where it is installed, which takes longer than
    many a comparison.
    """
    values, present = _buffered(array)
    if present is None:
        return values
    floating = values if values.dtype.kind == "f" else values.astype(np.float64)
    return np.where(present, floating, floating.dtype.type(np.nan))


def _buffered(array: Any) -> tuple[NDArray[Any], NDArray[np.uint8] | None]:
    """What an array of numbers holds, whatever that is where cells are missing; which are there,
    None if all are.
    """
    present, data = array.buffers()
    if data is None:
        return np.full(len(array), np.nan), None
    here = slice(array.offset, array.offset + len(array))
    if pa.types.is_decimal(array.type):  # the lowest word of each, little end first
        words = np.frombuffer(data, f"i{min(array.type.byte_width, 8)}")
        values = words[:: max(array.type.byte_width // 8, 1)][here]
    else:
        values = np.frombuffer(data, array.type.to_pandas_dtype())[here]
    if array.null_count == 0:
        return values, None
    return values, np.unpackbits(np.frombuffer(present, np.uint8), bitorder="little")[here]


def _decimals(array: Any) -> NDArray[np.float64]:
    """The doubles nearest to decimals, as if they were read from a text; Arrow's cast misses some.

    >>> _decimals(pa.array(["57.37"]).cast(pa.decimal128(9, 2))).tolist()
    [57.37]
    """
    if array.type.precision > EXACT_DIGITS or array.type.scale < 0:
        return _as_numpy(array.cast(pa.string()).cast(pa.float64()))
    words, present = _buffered(array)
    values = words / 10.0**array.type.scale
    return values if present is None else np.where(present, values, np.nan)


def _seconds(array: Any) -> NDArray[np.float64]:
    dtype = array.type
    if pa.types.is_date(dtype):
        array = array.cast(pa.timestamp("s" if pa.types.is_date32(dtype) else "ms"))
        dtype = array.type
    counts, present = _buffered(array.cast(pa.int32() if dtype.bit_width == 32 else pa.int64()))
    # Whole seconds and the rest apart: an instant is one number in whatever unit it is stored.
    seconds, rest = np.divmod(counts, _PER_SECOND[dtype.unit])
    instants = seconds + rest / _PER_SECOND[dtype.unit]
    return instants if present is None else np.where(present, instants, np.nan)
