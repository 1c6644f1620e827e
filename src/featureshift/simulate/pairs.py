"""From one table to a labeled pair: the benchmark protocol for one query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from featureshift.errors import OptionError, TableError
from featureshift.simulate.blocks import row_blocks
from featureshift.simulate.manipulation import Flags, Indices, Manipulation, Scene, Values
from featureshift.simulate.registry import manipulation_named


@dataclass(frozen=True, eq=False)
class LabeledPair:
    """Two tables and the truth about them."""

    reference: Values
    """[rows, features]"""
    query: Values
    """[rows, features]"""
    shifted: Flags
    """[features]: the chosen columns, the label of the benchmark."""
    changed: Flags
    """[features]: the chosen columns of which any cell differs from before. Permuting a constant or
    rounding a binary column changes nothing: such a shift nobody can find."""
    categorical: Flags
    """[features]"""
    manipulation: str | None
    """Its name, or None for a pair without any shift."""


def make_pair(
    values: ArrayLike,
    categorical: ArrayLike | None,
    manipulation: Manipulation | str | None,
    fraction: float,
    rng: np.random.Generator,
    *,
    max_rows: int | None = None,
    ratio: int = 1,
) -> LabeledPair:
    """Normalize, split, choose and manipulate ``values`` [rows, features]; NaN is missing.

    ``max_rows`` bounds each half after normalizing and splitting, so before manipulating;
    then the query keeps one row of ``ratio``.

    ``categorical`` [features] is None for an all continuous table. In a mixed table only columns of
    the kinds the manipulation is defined for are chosen. Without a ``manipulation`` nothing is
    shifted and ``fraction`` is not used. From equally seeded generators every manipulation gets the
    same split, and those defined for the same columns the same choice.

    >>> values = np.random.default_rng(0).random((100, 10))
    >>> pair = make_pair(values, None, "E2", 0.25, np.random.default_rng(0))
    >>> pair.query.shape, int(pair.shifted.sum()), pair.manipulation
    ((50, 10), 2, 'E2')
    """
    table = normalize(values)
    d = table.shape[1]
    flags = np.zeros(d, np.bool_) if categorical is None else np.asarray(categorical, np.bool_)
    reference, query = (half[:max_rows] for half in split(table, rng))
    query = query[: max(1, len(query) // ratio)]
    if isinstance(manipulation, str):
        manipulation = manipulation_named(manipulation)
    chosen = np.empty(0, np.intp)
    if manipulation is not None:
        chosen = _choose_eligible(manipulation, flags, fraction, rng)
    return shift(Scene(reference, query, chosen, flags), manipulation, rng)


def shift(scene: Scene, manipulation: Manipulation | None, rng: np.random.Generator) -> LabeledPair:
    """Apply a manipulation to the chosen columns of a copy of the scene's query."""
    query = scene.query.copy()
    shifted, changed = np.zeros((2, query.shape[1]), dtype=np.bool_)
    if manipulation is not None:
        before = scene.chosen_query
        after = manipulation.new_columns(scene, rng)
        query[:, scene.chosen] = after
        shifted[scene.chosen] = True
        same = (before == after) | (np.isnan(before) & np.isnan(after))
        changed[scene.chosen] = ~same.all(axis=0)
    name = manipulation.name if manipulation is not None else None
    return LabeledPair(scene.reference, query, shifted, changed, scene.categorical, name)


def normalize(values: ArrayLike) -> Values:
    """Min-max of each feature of [rows, features] over all rows to [0, 1], as float32.

    Missing cells stay missing, a constant column becomes 0. A float32 column that already reaches
    from 0 to 1 comes back bit for bit.

    >>> normalize([[2.0, 7.0], [4.0, 7.0], [np.nan, 7.0]]).tolist()
    [[0.0, 0.0], [1.0, 0.0], [nan, 0.0]]
    """
    table = np.asarray(values)
    if table.ndim != 2 or 0 in table.shape:
        raise TableError("not a table", expected="[rows, features]", found=str(table.shape))
    lowest = np.fmin.reduce(table, axis=0).astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        span = np.fmax.reduce(table, axis=0).astype(np.float64) - lowest
    all_missing = np.isnan(lowest)
    if not np.isfinite(span[~all_missing]).all():
        raise TableError(
            "values without a finite range",
            expected="finite numbers, NaN where missing",
            remedy="replace infinite values",
        )
    span[(span == 0) | all_missing] = 1
    normal = np.empty(table.shape, dtype=np.float32)
    # In float64: timestamps and identifiers lose their differences in float32.
    for rows in row_blocks(*table.shape):
        normal[rows] = (table[rows].astype(np.float64) - lowest) / span
    return normal


def binary_columns(values: Values) -> Flags:
    """[features]: normalized columns that hold 0, 1 and missing cells only."""
    return np.asarray(((values == 0) | (values == 1) | np.isnan(values)).all(axis=0))


def split(values: Values, rng: np.random.Generator) -> tuple[Values, Values]:
    """Shuffle the rows and cut them into equal reference and query; an odd row is left out."""
    half = len(values) // 2
    if half == 0:
        raise TableError("too few rows to split", expected="at least 2", found=str(len(values)))
    order = rng.permutation(len(values))
    return values[order[:half]], values[order[half : 2 * half]]


def choose(n_features: int, fraction: float, rng: np.random.Generator) -> Indices:
    """Draw round(fraction * n_features) column indices, at least one, in ascending order.

    Python's ``round``, so halves go to the even number.

    >>> [len(choose(10, fraction, np.random.default_rng(0))) for fraction in (0.01, 0.25, 0.5)]
    [1, 2, 5]
    """
    return np.sort(rng.choice(n_features, size=_count(n_features, fraction), replace=False))


def _choose_eligible(
    manipulation: Manipulation, categorical: Flags, fraction: float, rng: np.random.Generator
) -> Indices:
    """As ``choose``, among the columns the manipulation is defined for; all of these if too few."""
    eligible = np.flatnonzero(manipulation.eligible(categorical))
    if len(eligible) == 0:
        raise OptionError(
            f"{manipulation.name} has no column to act on",
            expected=" or ".join(sorted(manipulation.applies_to)) + " columns",
            found=f"{len(categorical)} of the other kind",
        )
    if len(eligible) == len(categorical):
        return choose(len(categorical), fraction, rng)
    count = min(_count(len(categorical), fraction), len(eligible))
    return np.sort(rng.choice(eligible, size=count, replace=False))


def _count(n_features: int, fraction: float) -> int:
    if not 0 < fraction <= 1:
        raise OptionError(
            "fraction out of range", expected="0 < fraction <= 1", found=str(fraction)
        )
    return max(1, round(fraction * n_features))
