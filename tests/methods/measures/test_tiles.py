from __future__ import annotations

import numpy as np
import pytest

from featureshift.methods.measures import tiles
from featureshift.methods.measures.tiles import Scratch


@pytest.mark.parametrize("shape", [(1000, 3), (3, 1000), (1, 1), (777, 130), (100_000, 2)])
def test_every_cell_is_in_exactly_one_tile(shape: tuple[int, int]) -> None:
    seen = np.zeros(shape, int)
    for rows, columns in tiles.tiles(*shape, widest=64):
        seen[rows, columns] += 1
        assert seen[rows, columns].size <= tiles.TILE_VALUES
        assert seen[rows, columns].shape[1] <= 64
    assert (seen == 1).all()


@pytest.mark.parametrize("shape", [(0, 5), (5, 0)])
def test_nothing_to_cover_gives_no_tiles(shape: tuple[int, int]) -> None:
    assert list(tiles.tiles(*shape, widest=64)) == []


def test_scratch_reuses_memory_of_one_name_only() -> None:
    scratch = Scratch(12)
    first = scratch.array("a", (3, 4), np.float64)
    assert np.shares_memory(first, scratch.array("a", (2, 2), np.float64))
    assert not np.shares_memory(first, scratch.array("b", (3, 4), np.float64))
    assert scratch.array("a", (3, 4), np.float64, "F").flags.f_contiguous
