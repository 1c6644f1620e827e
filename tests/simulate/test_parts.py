import numpy as np
import pytest

from featureshift.corpus.mixed import MIXED
from featureshift.simulate.mishaps import MISHAPS
from featureshift.simulate.parts import SHARE, draw_part, in_part


@pytest.fixture
def tables(rng):
    return [MIXED["households"](3000, rng, rng) for _ in range(2)]


def test_about_a_tenth_of_the_rows_by_some_other_column_or_their_order(tables, rng):
    found = [draw_part(tables[1], "rent", rng) for _ in range(200)]
    parts = [part for part in found if part is not None]
    assert "rent" not in {part.column for part in parts}
    assert {part.column is None for part in parts} == {True, False}
    for part in parts:
        assert SHARE[0] / 2 < part.rows.mean() < 2 * SHARE[1]


def test_only_the_part_is_struck(tables, rng):
    reference, query = tables
    rows = np.arange(3000) >= 2700
    new = in_part(MISHAPS["scale"], reference, query, "rent", rows, rng)["rent"]
    np.testing.assert_array_equal(new[~rows], query["rent"][~rows])
    assert (new[rows] != query["rent"][rows]).all()


def test_what_strikes_few_cells_of_a_part_does_not_count(tables, rng):
    reference, query = tables
    rows = np.arange(3000) < 300
    assert in_part(MISHAPS["outliers"], reference, query, "rent", rows, rng) == {}
    assert in_part(MISHAPS["scale"], reference, query, "region", rows, rng) == {}
