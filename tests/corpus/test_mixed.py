import numpy as np
import pytest

from featureshift.corpus.mixed import MIXED


@pytest.mark.parametrize("name", MIXED)
def test_tables_have_all_sorts_of_columns(name):
    table = MIXED[name](400, np.random.default_rng(0), np.random.default_rng(1))
    assert {len(column) for column in table.values()} == {400}
    kinds = {column.dtype.kind for column in table.values()}
    assert kinds == {"f", "O", "b"} | ({"M"} if name in ("orders", "visits") else set())
    numbers = [column for column in table.values() if column.dtype.kind == "f"]
    assert any(np.isnan(column).any() for column in numbers)


@pytest.mark.parametrize("name", MIXED)
def test_one_population_gives_one_distribution(name):
    draws = [MIXED[name](3000, np.random.default_rng(5), np.random.default_rng(k)) for k in (1, 2)]
    for column in (key for key, values in draws[0].items() if values.dtype.kind == "f"):
        first, second = (np.nanmean(draw[column]) for draw in draws)
        assert abs(first - second) < 0.2 * np.nanstd(draws[0][column])
