"""All values are other numbers: another unit, an offset, a coarser grid, a drift, errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from featureshift.simulate.mishaps.columns import (
    Column,
    Columns,
    again,
    distinct,
    is_date,
    is_number,
    is_related,
    is_text,
)
from featureshift.simulate.mishaps.dates import some_time

FACTORS = (2.54, 1 / 2.54, 0.45359237, 1 / 0.45359237, 10, 0.1, 100, 1000, 0.001, 60, 18.016)


def scale(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Another unit, known or not."""
    column = query[name]
    if not is_number(column) or distinct(column) < 5:
        return {}
    if rng.random() < 0.1:
        return {name: again(column * 1.8 + 32, column, rng)}
    factor = rng.choice(FACTORS) if rng.random() < 0.7 else np.exp(rng.uniform(0.3, 1.5))
    new = column * factor
    rounded = again(new, column, rng)
    return {name: rounded if distinct(rounded) > 0.3 * distinct(column) else new}


def offset(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A constant added."""
    column = query[name]
    if is_date(column):
        return {name: column + some_time(column, rng)}
    if not is_number(column) or distinct(column) < 5:
        return {}
    step = np.nanstd(column) * rng.uniform(0.4, 3) * rng.choice([-1, 1])
    return {name: again(column + step, column, rng)}


def reflection(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Counted from the other end, or the sign lost."""
    column = query[name]
    if not is_number(column) or not is_related(query, name):
        return {}
    total = rng.choice([0.0, np.nanmin(column) + np.nanmax(column), 2 * np.nanmedian(column)])
    return {name: total - column}


def rounding(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A coarser grid."""
    column = query[name]
    if not is_number(column):
        return {}
    wanted = np.nanstd(column) * rng.uniform(0.4, 2)
    step = rng.choice([1, 2, 5]) * 10.0 ** np.floor(np.log10(float(wanted) or 1.0))
    new = (np.floor if rng.random() < 0.3 else np.round)(column / step) * step
    return {name: new} if 2 <= distinct(new) < 0.5 * distinct(column) else {}


def clipping(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A limit of a sensor or of a form."""
    column = query[name]
    if not is_number(column) or distinct(column) < 10:
        return {}
    low, high = np.nanquantile(column, [rng.uniform(0.05, 0.3), 1 - rng.uniform(0.05, 0.3)])
    sides = rng.integers(3)
    new = np.clip(column, low if sides != 1 else -np.inf, high if sides != 0 else np.inf)
    return {name: new} if (new != column)[~np.isnan(column)].mean() > 0.03 else {}


def noise(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Random errors; of texts, random other texts of the column."""
    column, n = query[name], len(query[name])
    if is_text(column):
        levels = sorted({text for text in column if text is not None})
        chosen = (rng.random(n) < rng.uniform(0.3, 0.7)) & (column != None)  # noqa: E711
        return {name: np.where(chosen, rng.choice(np.array(levels, object), n), column)}
    if not is_number(column) or distinct(column) < 5:
        return {}
    size = np.nanstd(column) * rng.uniform(0.4, 1.2)
    errors = (rng.standard_normal(n), rng.laplace(size=n) / np.sqrt(2), rng.uniform(-1.7, 1.7, n))
    return {name: again(column + size * errors[rng.integers(3)], column, rng)}


def type_changed(
    _: Any,
    query: Mapping[str, Column],
    name: str,
    rng: np.random.Generator,  # noqa: ARG001
) -> Columns:
    """A truth value stored as 1 and 2."""
    return {name: query[name] + 1.0} if query[name].dtype.kind == "b" else {}


def trend(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A drift along the rows."""
    column = query[name]
    if not is_number(column) or distinct(column) < 10:
        return {}
    drift = np.nanstd(column) * rng.uniform(1.2, 4) * rng.choice([-1, 1])
    return {name: again(column + drift * np.linspace(0, 1, len(column)), column, rng)}
