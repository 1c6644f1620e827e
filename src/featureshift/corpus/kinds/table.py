"""A simulated table and what its maker knows of it; tables side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.copula import shaped


@dataclass(frozen=True, eq=False)
class KindTable:
    """Values as a simulator makes them, of any unit, without missing cells."""

    values: NDArray[np.float32]
    """[rows, features]"""
    categorical: NDArray[np.bool_]
    """[features]"""
    derived: NDArray[np.bool_]
    """[features]: functions of other columns, with noise or without."""

    @property
    def n_features(self) -> int:
        return int(self.values.shape[1])


def of_numbers(values: NDArray[np.floating], derived: NDArray[np.bool_] | None = None) -> KindTable:
    """A table without categorical columns."""
    none = np.zeros(values.shape[1], np.bool_)
    return KindTable(values.astype(np.float32), none, none if derived is None else derived)


def unrelated_columns(n_rows: int, n_features: int, rng: np.random.Generator) -> KindTable:
    """Columns of every shape that have nothing to do with any other."""
    values, categorical = shaped(rng.normal(size=(n_rows, n_features)), rng)
    return KindTable(values, categorical, np.zeros(n_features, np.bool_))


def side_by_side(tables: list[KindTable], rng: np.random.Generator) -> KindTable:
    """All columns of tables of equally many rows, in random order.

    >>> one, two = (of_numbers(np.full((4, k), float(k))) for k in (1, 2))
    >>> sorted(side_by_side([one, two], np.random.default_rng(0)).values[0].tolist())
    [1.0, 2.0, 2.0]
    """
    order = rng.permutation(sum(table.n_features for table in tables))
    return KindTable(
        np.concatenate([table.values for table in tables], axis=1)[:, order],
        np.concatenate([table.categorical for table in tables])[order],
        np.concatenate([table.derived for table in tables])[order],
    )


def parts_of(total: int, most: int, smallest: int, rng: np.random.Generator) -> list[int]:
    """A whole number as the sum of one to ``most`` others, each ``smallest`` or more.

    One part of less where ``total`` is less.

    >>> parts = parts_of(20, 3, 4, np.random.default_rng(0))
    >>> sum(parts), min(parts) >= 4, parts_of(2, 3, 4, np.random.default_rng(0))
    (20, True, [2])
    """
    count = int(rng.integers(1, max(1, min(most, total // smallest)) + 1))
    free = max(0, total - count * smallest)
    cuts = np.sort(rng.integers(free + 1, size=count - 1))
    extra = np.diff(np.concatenate([[0], cuts, [free]]))
    return [int(total)] if count == 1 else [smallest + int(more) for more in extra]
