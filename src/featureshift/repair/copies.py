"""Rows that repeat an earlier one in every column."""

from __future__ import annotations

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from featureshift.repair.editable import Editable


def first_of_each(table: Editable) -> NDArray[np.intp]:
    """Places of the rows that repeat no earlier one, ascending."""
    arrow = {f"c{j}": table.column(name).to_arrow() for j, name in enumerate(table.names)}
    frame = nw.from_dict(arrow, backend="pyarrow").with_row_index("row")
    kept = frame.unique(list(arrow), keep="first")["row"].to_numpy()
    return np.sort(kept).astype(np.intp)
