"""Arrays of any length, side by side in one Arrow table: its only row holds a list of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from featureshift.tables.arrow import numbers


def table_of_lists(
    parts: Mapping[str, NDArray[Any] | list[str]], header: Mapping[bytes, bytes]
) -> Any:
    """Numbers and texts of one dimension, by name, with what the header says of them."""
    table = pa.table({name: _one_list(part) for name, part in parts.items()})
    return table.replace_schema_metadata(header)


def lists_of_table(table: Any) -> dict[str, Any]:
    """The parts by name; ValueError if there are none."""
    table.validate(full=True)
    return {name: _flat(table.column(name)) for name in table.column_names}


def _one_list(part: Any) -> Any:
    values = pa.array(part, pa.large_string()) if isinstance(part, list) else pa.array(part)
    return pa.LargeListArray.from_arrays(pa.array([0, len(values)], pa.int64()), values)


def _flat(column: Any) -> Any:
    """The numbers or texts of the only list in a column."""
    if len(column) != 1 or not pa.types.is_large_list(column.type):
        raise ValueError("its parts are no lists")
    values = column.chunk(0).flatten()
    if values.null_count:
        raise ValueError("cells are missing in its parts")
    if pa.types.is_large_string(values.type):
        return values.to_pylist()
    return np.asarray(numbers(values), values.type.to_pandas_dtype())
