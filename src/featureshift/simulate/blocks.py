"""Row blocks that keep temporary arrays small."""

from __future__ import annotations

from collections.abc import Iterator

CELLS_AT_ONCE = 2**24
"""64 MB of float32 per temporary array."""


def row_blocks(n_rows: int, cells_per_row: int) -> Iterator[slice]:
    """Slices that cover ``n_rows`` rows, each of at most ``CELLS_AT_ONCE`` cells (or one row).

    >>> [block.stop - block.start for block in row_blocks(10, CELLS_AT_ONCE // 4)]
    [4, 4, 2]
    """
    step = max(1, CELLS_AT_ONCE // max(1, cells_per_row))
    for start in range(0, n_rows, step):
        yield slice(start, min(n_rows, start + step))
