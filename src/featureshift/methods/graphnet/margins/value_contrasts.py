"""Contrasts of single values: which are new, which are gone, which come too often.

A column on a grid (rounded numbers, levels, codes) betrays a foreign value at once, however close
it lies to a known one. Given the pooled values, the rows of a group fall to either table at random
when nothing is shifted: s equal values are all of the query's with probability q^s, where q is its
share of the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channel import Channel
from featureshift.methods.graphnet.margins.calibration import (
    FEW_ROWS,
    chi_square_score,
    one_sided,
    signed_log,
)
from featureshift.methods.graphnet.margins.distribution_contrasts import effective_root
from featureshift.methods.graphnet.margins.pooled_order import PooledOrder

Floats = NDArray[np.float64]
COMMON = 8
"""Values a group needs for its share to be tested by itself."""
LEAST_LOG_ODDS = 1e-3
"""Where one table has nearly all rows."""
WHOLE = 0.999
"""Where the common groups hold this share of a column, their shares have one freedom less."""
VALUE_CHANNELS = (
    Channel("chi_square_values", "margin"),
    Channel("largest_value_change", "margin"),
    Channel("is_discrete", "kind"),
    Channel("new_values", "support", swaps_with="gone_values", null="normal"),
    Channel("new_values_effect", "support", swaps_with="gone_values_effect"),
    Channel("gone_values", "support", swaps_with="new_values", null="normal"),
    Channel("gone_values_effect", "support", swaps_with="new_values_effect"),
    Channel("distinct_change", "support", signed=True),
    Channel("distinct_share", "support"),
    Channel("is_binary", "kind"),
    Channel("largest_share", "support"),
)


class Values(NamedTuple):
    """Values that occur more than once, one by one, and counts of those that occur once.

    Most values of a continuous column occur once, and all that matters about them is their number.
    """

    order: PooledOrder
    column: NDArray[np.intp]
    """Of each repeated value, [repeated]."""
    size: Floats
    """Rows that hold it."""
    query: Floats
    """Those of them in the query."""
    single: Floats
    """Values that occur once, [features]."""
    single_query: Floats
    """Those of them in the query."""

    def total(self, of_values: Floats | None = None) -> Floats:
        """The sum over the repeated values of each column, [features]."""
        return np.bincount(self.column, of_values, minlength=len(self.single)).astype(np.float64)

    def largest(self, of_values: Floats) -> Floats:
        """The maximum over the repeated values of each column, at least 0, [features]."""
        found = np.zeros(len(self.single))
        np.maximum.at(found, self.column, of_values)
        return found

    def select(self, chosen: NDArray[np.bool_]) -> Values:
        """Some of the repeated values."""
        return self._replace(
            column=self.column[chosen], size=self.size[chosen], query=self.query[chosen]
        )


def value_contrasts(order: PooledOrder) -> Iterator[tuple[str, Floats]]:
    """Names and values [features]."""
    values = _values(order)
    yield from _common(values.select(values.size >= COMMON))
    yield from _one_sided(values)
    distinct = values.single + values.total()
    yield "distinct_share", np.log1p(distinct) / np.log(order.present + 2)
    yield "is_binary", (distinct <= 2).astype(np.float64)
    yield "largest_share", np.sqrt(np.maximum(values.largest(values.size), 1) / order.present)


def _values(order: PooledOrder) -> Values:
    repeated = np.flatnonzero(order.size > 1)
    column = order.column[repeated]
    size, query = (each[repeated].astype(np.float64) for each in (order.size, order.query))
    values = Values(order, column, size, query, np.zeros(len(order.columns)), np.empty(0))
    single_query = order.counted_query - values.total(query)
    return values._replace(single=order.counted - values.total(size), single_query=single_query)


def _common(values: Values) -> Iterator[tuple[str, Floats]]:
    """Shares of values that occur often enough, against each other."""
    order, column = values.order, values.column
    share = values.size / order.present[column]
    excess = values.query / order.present_query[column]
    excess -= (values.size - values.query) / order.present_reference[column]
    squared = (excess * effective_root(order)[column]) ** 2 / share
    held, count = values.total(share), values.total()
    freedom = count - (held > WHOLE)
    scored = chi_square_score(values.total(squared), freedom)
    yield "chi_square_values", one_sided(np.where(count > 1, scored, 0))
    largest = values.largest(squared / np.maximum(1 - share, 1e-9))
    yield "largest_value_change", signed_log(np.sqrt(np.where(freedom > 0, largest, 0)))
    yield "is_discrete", (held > 0.5).astype(np.float64)


def _one_sided(values: Values) -> Iterator[tuple[str, Floats]]:
    """Values of one table only, against what chance gives."""
    order = values.order
    distinct = []
    for name, own, single, n in (
        ("new", values.query, values.single_query, order.present_query),
        (
            "gone",
            values.size - values.query,
            values.single - values.single_query,
            order.present_reference,
        ),
    ):
        odds = np.minimum(n / order.present, 1.0)
        alone = odds[values.column] ** values.size  # by chance
        expected = values.total(values.size * alone) + values.single * odds
        variance = values.total(values.size**2 * alone * (1 - alone))
        variance += values.single * odds * (1 - odds)
        found = values.total(np.where(own == values.size, values.size, 0)) + single
        excess = found - expected
        # s values alone in a table are as rare as odds^s, which is a score of sqrt(2 s log 1/odds)
        variance += np.maximum(excess, 0) / (2 * np.maximum(-np.log(odds), LEAST_LOG_ODDS))
        yield f"{name}_values", one_sided(excess / np.sqrt(np.maximum(variance, 0.25)))
        yield f"{name}_values_effect", np.maximum(excess, 0) / (n + FEW_ROWS)
        absent = (1 - odds)[values.column] ** values.size
        usual = values.total(1 - absent) + values.single * odds
        seen = values.total((own > 0).astype(np.float64)) + single
        distinct.append(np.log1p(seen) - np.log1p(usual))
    yield "distinct_change", distinct[0] - distinct[1]
