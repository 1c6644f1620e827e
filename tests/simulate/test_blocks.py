from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from featureshift.simulate.blocks import CELLS_AT_ONCE, row_blocks


@given(
    n_rows=st.integers(0, 200), cells=st.integers(0, 2 * CELLS_AT_ONCE).map(lambda c: c + 90_000)
)
def test_blocks_cover_all_rows_in_order_within_the_budget(n_rows, cells):
    blocks = list(row_blocks(n_rows, cells))
    assert [row for block in blocks for row in range(block.start, block.stop)] == list(
        range(n_rows)
    )
    sizes = [block.stop - block.start for block in blocks]
    assert all(size == 1 or size * cells <= CELLS_AT_ONCE for size in sizes)
