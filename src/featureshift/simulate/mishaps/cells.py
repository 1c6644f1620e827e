"""Some cells are lost, or hold something else than a value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from featureshift.simulate.mishaps.columns import (
    Column,
    Columns,
    decimals,
    distinct,
    is_date,
    is_number,
    is_text,
)


def constant_fill(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """Cells, or missing cells, filled with a mean, a median or zero."""
    column = query[name]
    if not is_number(column) or distinct(column) < 10:
        return {}
    missing = np.isnan(column)
    value = rng.choice([np.nanmean(column), np.nanmedian(column), np.nanquantile(column, 0.8)])
    digits = decimals(column)
    value = value if digits is None else round(float(value), digits)
    if missing.mean() > 0.05 and rng.random() < 0.7:
        return {name: np.where(missing, value, column)}
    return {name: np.where(rng.random(len(column)) < rng.uniform(0.1, 0.7), value, column)}


def sentinel(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A number that stands for no value."""
    column = query[name]
    if not is_number(column) or distinct(column) < 5:
        return {}
    low, high = np.nanmin(column), np.nanmax(column)
    values = [v for v in (-999.0, 9999.0, -9999.0, 999.0) if not low - 1 <= v <= high + 1]
    values += [v for v in (0.0, -1.0) if v < low]
    if not values:
        return {}
    missing, value = np.isnan(column), rng.choice(values)
    if missing.mean() > 0.05 and rng.random() < 0.7:
        return {name: np.where(missing, value, column)}
    share = np.exp(rng.uniform(np.log(0.005), np.log(0.4)))
    chosen = rng.permutation(len(column))[: max(int(share * len(column)), 4)]
    new = column.copy()
    new[chosen] = value
    return {name: new}


def outliers(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A few cells with a lost decimal point, in another unit, with the wrong sign, or anywhere."""
    column = query[name]
    if not is_number(column) or distinct(column) < 10:
        return {}
    low, high = np.nanmin(column), np.nanmax(column)
    share = np.exp(rng.uniform(np.log(0.002), np.log(0.03)))
    chosen = rng.permutation(np.flatnonzero(~np.isnan(column)))
    chosen = chosen[: max(int(share * len(column)), 3)]
    way = int(rng.integers(4))
    factor = (rng.choice([10, 100, 1000]), rng.choice([10, 12, 60, 1024]), -1)[min(way, 2)]
    wild = column[chosen] * factor
    if way == 3:
        wild = high + (high - low) * np.exp(rng.uniform(1, 6, len(chosen)))
    new = column.copy()
    new[chosen] = wild
    # What looks like any other value is no outlier.
    apart = np.maximum(wild - high, low - wild) > 2 * (high - low)
    return {name: new} if apart.mean() > 0.5 else {}


def missingness(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """Cells lost."""
    column = query[name]
    chosen = rng.random(len(column)) < rng.uniform(0.05, 0.6)
    if is_number(column):
        return {name: np.where(chosen, np.nan, column)}
    if is_date(column):
        return {name: np.where(chosen, np.datetime64("NaT"), column)}
    lost = np.full(len(column), None, object)
    return {name: np.where(chosen, lost, column)} if is_text(column) else {}


def truncated(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Values beyond a limit taken for errors, and deleted."""
    column = query[name]
    if not is_number(column) or distinct(column) < 10:
        return {}
    share = rng.uniform(0.08, 0.4)
    upper = rng.random() < 0.5
    limit = np.nanquantile(column, 1 - share if upper else share)
    return {name: np.where(column > limit if upper else column < limit, np.nan, column)}
