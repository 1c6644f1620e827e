"""Whether Arrow data that comes from a file can be looked at: lengths, offsets, codes of levels."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

_AS_BYTES = {
    pa.string(): pa.binary(),
    pa.large_string(): pa.large_binary(),
    pa.string_view(): pa.binary_view(),
}


def check_valid(table: Any) -> None:
    """Raise pyarrow.ArrowInvalid unless every value of a table or batch lies where it says.

    Text that is not UTF-8 is no reason: it can be looked at, byte by byte.

    >>> codes = pa.array([0, 7])
    >>> broken = pa.DictionaryArray.from_arrays(codes, pa.array(["a"]), safe=False)
    >>> check_valid(pa.table({"x": broken}))
    Traceback (most recent call last):
    pyarrow.lib.ArrowInvalid: ...
    """
    for column in table.columns:
        for array in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
            bytes_of(array).validate(full=True)


def bytes_of(array: Any) -> Any:
    """The same with bytes in place of texts; nothing is copied."""
    if pa.types.is_dictionary(array.type):
        levels = bytes_of(array.dictionary)
        levels.validate(full=True)
        kind = pa.dictionary(array.type.index_type, levels.type, array.type.ordered)
        return pa.DictionaryArray.from_buffers(
            kind, len(array), array.indices.buffers(), levels, offset=array.indices.offset
        )
    return array.view(_AS_BYTES[array.type]) if array.type in _AS_BYTES else array
