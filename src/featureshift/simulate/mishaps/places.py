"""Values stand in the wrong place: in another row, or in another column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from featureshift.simulate.mishaps.columns import Column, Columns, distinct, is_number, is_related


def shuffled(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A wrong join, of all rows or of many."""
    if not is_related(query, name):
        return {}
    column = query[name].copy()
    share = 1.0 if rng.random() < 0.6 else rng.uniform(0.5, 1)
    rows = np.flatnonzero(rng.random(len(column)) < share)
    column[rows] = column[rng.permutation(rows)]
    return {name: column}


def row_offset(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """One or two rows too early or too late."""
    if not is_related(query, name):
        return {}
    return {name: np.roll(query[name], int(rng.choice([-2, -1, 1, 2], p=[0.1, 0.4, 0.4, 0.1])))}


def swapped(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Two columns of numbers exchanged."""
    if not is_number(query[name]):
        return {}
    others = [k for k, c in query.items() if is_number(c) and k != name and distinct(c) > 5]
    if not others:
        return {}
    other = str(rng.choice(others))
    return {name: query[other].copy(), other: query[name].copy()}
