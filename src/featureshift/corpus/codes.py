"""Arrow columns -> the float32 values of a data set, categories as codes by frequency."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Coded(NamedTuple):
    values: NDArray[np.float32]
    """[rows, features], NaN where missing"""
    categorical: NDArray[np.bool_]
    """[features]"""


def code_table(table: Any, categorical: Sequence[bool] | None = None) -> Coded:
    """Code a pyarrow table; ``categorical`` adds to what the column types already say.

    Dictionary, text and boolean columns are categorical of themselves; dates become seconds.

    >>> import pyarrow as pa
    >>> code_table(pa.table({"size": [1.5, None], "color": ["red", "red"]})).values.tolist()
    [[1.5, 0.0], [nan, 0.0]]
    """
    from featureshift.tables.arrow import numbers

    told = categorical if categorical is not None else [False] * table.num_columns
    flags = np.array([_has_levels(type_) for type_ in table.schema.types], np.bool_) | told
    values = np.empty((table.num_rows, table.num_columns), np.float32)
    for j, column in enumerate(table.unify_dictionaries().itercolumns()):
        array = column.combine_chunks()
        values[:, j] = codes_by_frequency(array) if flags[j] else numbers(array)
    return Coded(values, flags)


def codes_by_frequency(array: Any) -> NDArray[np.float32]:
    """0 for the most frequent level, equal counts in the order of their texts; empty is missing.

    >>> import pyarrow as pa
    >>> codes_by_frequency(pa.array(["b", "c", None, "c", "a"])).tolist()
    [2.0, 0.0, nan, 0.0, 1.0]
    """
    import pyarrow as pa

    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    texts = [None if text is None else str(text) for text in array.dictionary.to_pylist()]
    level = array.indices.fill_null(len(texts)) if array.null_count else array.indices
    indices = level.to_numpy(zero_copy_only=False)
    counts = np.bincount(indices, minlength=len(texts) + 1)
    ranked = sorted((-counts[i], text, i) for i, text in enumerate(texts) if text)
    codes = np.full(len(texts) + 1, np.nan, np.float32)
    codes[[i for _, _, i in ranked]] = np.arange(len(ranked))
    return np.asarray(codes[indices])


def _has_levels(type_: Any) -> bool:
    import pyarrow as pa

    kinds = (pa.types.is_dictionary, pa.types.is_string, pa.types.is_large_string)
    return any(kind(type_) for kind in (*kinds, pa.types.is_string_view, pa.types.is_boolean))
