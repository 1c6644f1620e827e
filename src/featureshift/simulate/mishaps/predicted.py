"""Values that a model made of the other columns."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.mishaps.columns import Column, Columns, distinct, is_number


def predicted(
    reference: Mapping[str, Column],
    query: Mapping[str, Column],
    name: str,
    rng: np.random.Generator,
) -> Columns:
    """The mean of the nearest rows of the reference, or a linear model of it."""
    others = [k for k, c in query.items() if is_number(c) and k != name and distinct(c) > 1]
    if not is_number(query[name]) or distinct(query[name]) < 10 or len(others) < 2:
        return {}
    known = ~np.isnan(reference[name])
    before, after = (_matrix(side, others, reference) for side in (reference, query))
    target = reference[name][known]
    linear = np.column_stack([np.ones(known.sum()), before[known]])
    weights = np.linalg.lstsq(linear, target, rcond=None)[0]
    if np.var(linear @ weights) < 0.2 * np.var(target):
        return {}
    new = np.column_stack([np.ones(len(after)), after]) @ weights
    if rng.random() < 0.5:
        new = target[_nearest(before[known], after, int(rng.integers(3, 12)))].mean(axis=1)
    return {name: np.where(np.isnan(query[name]), np.nan, new)}


def _matrix(
    side: Mapping[str, Column], names: list[str], like: Mapping[str, Column]
) -> NDArray[np.float64]:
    middle = [np.nanmedian(like[k]) for k in names]
    width = [np.nanstd(like[k]) or 1.0 for k in names]
    return np.column_stack(
        [
            (np.where(np.isnan(side[k]), m, side[k]) - m) / w
            for k, m, w in zip(names, middle, width, strict=True)
        ]
    )


def _nearest(before: NDArray[np.float64], after: NDArray[np.float64], k: int) -> NDArray[np.intp]:
    found = []
    for start in range(0, len(after), 500):
        part = after[start : start + 500]
        distance = (before**2).sum(axis=1) - 2 * part @ before.T
        found.append(np.argpartition(distance, k, axis=1)[:, :k])
    return np.concatenate(found)
