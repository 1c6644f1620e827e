"""How far two distributions of a column are apart: one minus their overlap.

That is the total variation over cells: levels, or stretches between quantiles of both tables
together, and missing values as a cell of their own. Cells are chosen without looking at which table
a value is from, so the distance that chance alone gives is known exactly, and is taken out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.margins.pooled_order import PooledOrder, steps

Floats = NDArray[np.float64]

FEWEST_CELLS, MOST_CELLS = 4, 24
DECIMALS = 9
"""Of sums that are 1 but for rounding."""
FEW_VALUES = 32
"""Different values of a column of numbers that are cells, as levels are."""
ENOUGH = 12
"""Values of a cell in which it is no chance that two tables do not interleave."""
CLEAR = 4.0
"""What a cut within a cell must add, in standard errors; chance reaches it in one cell of 1,000."""


def one_minus_overlap(order: PooledOrder, cut: int, of_levels: NDArray[np.bool_]) -> Floats:
    """0 to 1 for each column of the order [features]; 1 where no value can be from both tables.

    ``cut`` rows are of the reference. Columns ``of_levels`` [features] have a cell for each value.
    Changes within a cell, such as a finer grid, do not count.

    >>> from featureshift.methods.graphnet.margins.sorted_order import sorted_order
    >>> columns = np.arange(200, dtype=np.float32)[None]
    >>> one_minus_overlap(sorted_order(columns, cut=100), 100, np.array([False]))
    array([1.])
    >>> one_minus_overlap(sorted_order(columns % 100, cut=100), 100, np.array([False]))
    array([0.])
    """
    n, m = cut, order.columns.shape[1] - cut
    starts = np.flatnonzero(_begins_cell(order, n_cells(min(n, m)), of_levels))
    size, query = (np.add.reduceat(counts, starts) for counts in (order.size, order.query))
    reference = size - query
    apart = np.abs(query / m - reference / n)
    in_two = _split(order, starts, n, m, apart)
    is_separate = in_two > (query / m + reference / n) - 0.5 / max(n, m)
    is_clear = in_two - apart > CLEAR * np.sqrt(size / (n * m))
    apart = np.where((is_separate & (size >= ENOUGH)) | is_clear, in_two, apart)
    by_chance = chance_table(n, m)
    cells = np.searchsorted(starts, order.first)
    in_query = m - order.counted_query
    in_reference = n - (order.counted - order.counted_query)
    found = (np.add.reduceat(apart, cells) + np.abs(in_query / m - in_reference / n)) / 2
    missing = (in_query + in_reference).astype(np.intp)
    chance = np.add.reduceat(by_chance[size], cells) + by_chance[missing]
    return without_chance(found.round(DECIMALS), chance.round(DECIMALS))


def n_cells(rows: int) -> int:
    """Quantiles that the shorter of two tables can bear.

    >>> n_cells(30), n_cells(1000), n_cells(100_000)
    (5, 15, 24)
    """
    return int(np.clip(round(1.5 * rows ** (1 / 3)), FEWEST_CELLS, MOST_CELLS))


def without_chance(found: Floats, chance: Floats) -> Floats:
    """A distance, freed of what chance alone gives: it adds in squares, as independent errors do.

    What is 1 stays 1.

    >>> without_chance(np.array([0.1, 0.3, 1.0]), np.array([0.1, 0.1, 0.1])).round(3)
    array([0.   , 0.269, 1.   ])
    """
    known = (found > chance) & (chance < 1)
    rest = (found**2 - chance**2) / np.where(known, found * (1 - chance**2), 1)
    return np.where(known, np.minimum(rest, 1), 0.0)


def _begins_cell(order: PooledOrder, cells: int, of_levels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """[groups]: a value on a quantile is a cell of its own, and so is what lies between two."""
    places = (order.present[:, None] * np.arange(1, cells) / cells).astype(np.intp)
    on_quantile = order.group_at(places).ravel()
    few_values = steps(order.first, len(order.starts)) <= FEW_VALUES
    begins = np.asarray(order.to_groups(of_levels | few_values))
    begins[on_quantile] = True
    after = on_quantile + 1
    begins[after[after < len(begins)]] = True
    begins[order.first] = True
    return begins


def _split(order: PooledOrder, starts: NDArray[np.intp], n: int, m: int, whole: Floats) -> Floats:
    """What each cell adds if it is cut in two where that adds most, [cells]."""
    gap = np.cumsum(order.query / m - (order.size - order.query) / n)
    end = gap[np.append(starts[1:], len(gap)) - 1]
    start = np.append(0.0, end[:-1])
    above = np.maximum.reduceat(gap, starts) - np.maximum(start, end)
    below = np.minimum(start, end) - np.minimum.reduceat(gap, starts)
    return np.asarray(whole + 2 * np.maximum(np.maximum(above, below), 0))


@lru_cache(maxsize=4)
def chance_table(n: int, m: int) -> Floats:
    """What a cell adds to the distance by chance if it holds 0, 1, ... of all rows, [n + m + 1].

    Half the mean of ``|in query / m - in reference / n|`` where any m rows may be the query: the
    mean absolute deviation of the hypergeometric distribution, which has a closed form.

    >>> chance_table(1, 1)
    array([0. , 0.5, 0. ])
    """
    from scipy.special import gammaln

    rows = n + m
    size = np.arange(rows + 1)
    above = size * m // rows + 1  # the first number in the query beyond its mean
    possible = (above <= size) & (above <= m) & (size - above <= n)
    k, c = above[possible], size[possible]

    def log_choices(among: NDArray[np.intp] | int, chosen: NDArray[np.intp] | int) -> Floats:
        return np.asarray(
            gammaln(np.asarray(among) + 1)
            - gammaln(np.asarray(chosen) + 1)
            - gammaln(np.asarray(among - chosen) + 1)
        )

    log_share = log_choices(c, k) + log_choices(rows - c, m - k) - log_choices(rows, m)
    table = np.zeros(rows + 1)
    deviation = 2 * k * (rows - c - m + k) / rows * np.exp(log_share)
    table[possible] = deviation * rows / (2 * n * m)
    table.setflags(write=False)
    return table
