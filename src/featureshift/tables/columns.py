"""One column of whatever Python holds -> one Arrow array.

Each column is converted alone, so that one bad column never spoils the others.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from featureshift.errors import TableError
from featureshift.tables.kinds import Note

_ARROW_UNITS = {"D", "s", "ms", "us", "ns"}
_FINER = {"ps": 10**3, "fs": 10**6, "as": 10**9}
"""Unit of NumPy -> how many of it are a nanosecond."""


def arrow_column(name: str, values: Any) -> tuple[Any, Note | None]:
    """The column as Arrow, all-missing ones without type; what Arrow cannot type becomes text.

    >>> array, note = arrow_column("a", [1, "b", None])
    >>> array.to_pylist(), note.code
    (['1', 'b', None], 'mixed-types')
    """
    array, note = _converted(name, values)
    return (pa.nulls(len(array)) if array.null_count == len(array) else array), note


def text_column(values: Any) -> Any:
    """What is there, as texts.

    >>> text_column([1, None, "b"]).to_pylist()
    ['1', None, 'b']
    """
    return pa.array([None if _is_missing(item) else _text(item) for item in values], pa.string())


def _converted(name: str, values: Any) -> tuple[Any, Note | None]:
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return values, None
    if hasattr(values, "sparse"):
        values = values.sparse.to_dense()
    try:
        if isinstance(values, np.ndarray):
            values = _plain_array(values)
        return pa.array(values, from_pandas=True), None
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return _from_objects(name, _objects(name, values))


def _plain_array(values: NDArray[Any]) -> NDArray[Any]:
    """Masked, long, foreign-endian and coarse-grained arrays as ones that Arrow takes."""
    if isinstance(values, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(values)
        values = values.data.astype(object)
        values[mask] = None
        return values
    kind = values.dtype.kind
    if kind == "f" and values.dtype.itemsize > 8:
        return values.astype(np.float64)
    unit = np.datetime_data(values.dtype)[0] if kind in "mM" else ""
    if unit in _FINER:  # than Arrow's; the same instants in seconds overflow on the way
        counts = values.astype(f"{kind}8[{unit}]").view(np.int64)
        fewer = np.where(np.isnat(values), counts, counts // _FINER[unit])
        return fewer.view(f"{kind}8[ns]")
    if kind in "mM" and unit not in _ARROW_UNITS:
        return values.astype(f"{kind}8[s]")
    return values.astype(values.dtype.newbyteorder("="), copy=False)


def _objects(name: str, values: Any) -> list[Any]:
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise TableError(
            f"column {name!r} is a single value",
            expected="a sequence with one value a row",
            found=type(values).__name__,
        )
    return list(values)


def _from_objects(name: str, items: list[Any]) -> tuple[Any, Note | None]:
    present = [not _is_missing(item) for item in items]
    kinds = sorted({type(i).__name__ for i, there in zip(items, present, strict=True) if there})
    if kinds == ["int"]:  # beyond 64 bits
        numbers = [
            _as_double(i) if there else None for i, there in zip(items, present, strict=True)
        ]
        return pa.array(numbers, pa.float64()), None
    what = f"mixed types ({', '.join(kinds)})" if len(kinds) > 1 else f"values of type {kinds[0]}"
    message = f"holds {what}, compared as text"
    return text_column(items), Note(name, "mixed-types", message)


def _is_missing(item: Any) -> bool:
    if item is None or type(item).__name__ == "NAType":
        return True
    try:
        return bool(item != item)
    except (TypeError, ValueError):  # an array or a frame in a cell: there is something
        return False


def _as_double(number: int) -> float:
    """The nearest number in double precision; one beyond is infinite.

    >>> _as_double(2**70), _as_double(-(10**400))
    (1.1805916207174113e+21, -inf)
    """
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _text(item: Any) -> str:
    try:
        return clean_text(str(item))
    except ValueError:  # Python refuses to write whole numbers of more than 4,300 digits
        return hex(item) if isinstance(item, int) else object.__repr__(item)


def clean_text(text: str) -> str:
    """The text without lone surrogates, which no file format and no terminal takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
