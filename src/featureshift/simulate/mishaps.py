"""What goes wrong with columns in practice: mishaps on tables of numbers, texts and missing cells.

Each is named as the diagnosis that should be made of it (``explain.diagnoses``), and is written
without knowledge of how that is done. A table is a mapping of names to columns of one length:
floats with NaN where missing, booleans, dates with NaT where missing, or texts with None where
missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.date_mishaps import (
    DATE_MISHAPS,
    Column,
    Columns,
    Mishap,
    as_seconds,
    is_date,
    some_time,
)

FACTORS = (2.54, 1 / 2.54, 0.45359237, 1 / 0.45359237, 10, 0.1, 100, 1000, 0.001, 60, 18.016)

SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda text: text.upper() + ".",
    str.upper,
    lambda text: text.capitalize(),
    lambda text: f"{text} ",
    lambda text: f"level/{text}",
    lambda text: f'"{text}"',
    lambda text: text[:3],
    lambda text: f"{text}_v2",
)
"""Ways to write a text."""
RELATED = 0.25
"""Correlation with another column from which on a wrong order of rows can be seen."""


def is_number(column: Column) -> bool:
    return column.dtype.kind == "f"


def is_text(column: Column) -> bool:
    return column.dtype.kind == "O"


def decimals(column: Column) -> int | None:
    """Digits after the point that all values have at most, up to 3; None for more."""
    present = column[~np.isnan(column)]
    return next((k for k in range(4) if np.allclose(present, present.round(k), atol=1e-9)), None)


def _distinct(column: Column) -> int:
    return len(np.unique(column[~np.isnan(column)]))


def is_related(table: Mapping[str, Column], name: str) -> bool:
    """Whether any other column tells something of this one; else its rows may be in any order."""
    own = _codes(table[name])
    others = (_codes(column) for other, column in table.items() if other != name)
    return any(abs(np.corrcoef(own, other)[0, 1]) > RELATED for other in others)


def _codes(column: Column) -> NDArray[np.float64]:
    if is_date(column):
        column = as_seconds(column)
    if is_number(column):
        return np.where(np.isnan(column), np.nanmedian(column), column)
    return np.unique(column.astype(str), return_inverse=True)[1].astype(np.float64)


def _again(column: Column, like: Column, rng: np.random.Generator) -> Column:
    """Half of the time rounded to as many digits as the original had."""
    digits = decimals(like)
    return column.round(digits) if digits is not None and rng.random() < 0.5 else column


def scale(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Another unit, known or not."""
    column = query[name]
    if not is_number(column) or _distinct(column) < 5:
        return {}
    if rng.random() < 0.1:
        return {name: _again(column * 1.8 + 32, column, rng)}
    factor = rng.choice(FACTORS) if rng.random() < 0.7 else np.exp(rng.uniform(0.3, 1.5))
    new = column * factor
    rounded = _again(new, column, rng)
    return {name: rounded if _distinct(rounded) > 0.3 * _distinct(column) else new}


def offset(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A constant added."""
    column = query[name]
    if is_date(column):
        return {name: column + some_time(column, rng)}
    if not is_number(column) or _distinct(column) < 5:
        return {}
    step = np.nanstd(column) * rng.uniform(0.4, 3) * rng.choice([-1, 1])
    return {name: _again(column + step, column, rng)}


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
    return {name: new} if 2 <= _distinct(new) < 0.5 * _distinct(column) else {}


def clipping(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A limit of a sensor or of a form."""
    column = query[name]
    if not is_number(column) or _distinct(column) < 10:
        return {}
    low, high = np.nanquantile(column, [rng.uniform(0.05, 0.3), 1 - rng.uniform(0.05, 0.3)])
    sides = rng.integers(3)
    new = np.clip(column, low if sides != 1 else -np.inf, high if sides != 0 else np.inf)
    return {name: new} if (new != column)[~np.isnan(column)].mean() > 0.03 else {}


def constant_fill(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """Cells, or missing cells, filled with a mean, a median or zero."""
    column = query[name]
    if not is_number(column) or _distinct(column) < 10:
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
    if not is_number(column) or _distinct(column) < 5:
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
    if not is_number(column) or _distinct(column) < 10:
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


def noise(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Random errors; of texts, random other texts of the column."""
    column, n = query[name], len(query[name])
    if is_text(column):
        levels = sorted({text for text in column if text is not None})
        chosen = (rng.random(n) < rng.uniform(0.3, 0.7)) & (column != None)  # noqa: E711
        return {name: np.where(chosen, rng.choice(np.array(levels, object), n), column)}
    if not is_number(column) or _distinct(column) < 5:
        return {}
    size = np.nanstd(column) * rng.uniform(0.4, 1.2)
    errors = (rng.standard_normal(n), rng.laplace(size=n) / np.sqrt(2), rng.uniform(-1.7, 1.7, n))
    return {name: _again(column + size * errors[rng.integers(3)], column, rng)}


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
    others = [k for k, c in query.items() if is_number(c) and k != name and _distinct(c) > 5]
    if not others:
        return {}
    other = str(rng.choice(others))
    return {name: query[other].copy(), other: query[name].copy()}


def category_renamed(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """One text or all of them written in another way, or called something else altogether."""
    if not is_text(query[name]):
        return {}
    levels = sorted({text for text in query[name] if text is not None})
    if rng.random() < 0.2:
        codes = rng.permutation([f"{letter}{k}" for k, letter in enumerate("QXZJKVWY")])
        return {name: _mapped(query[name], dict(zip(levels, map(str, codes), strict=False)))}
    write = SPELLINGS[rng.integers(len(SPELLINGS))]
    chosen = levels if rng.random() < 0.5 else [str(rng.choice(levels))]
    names = {text: write(text) for text in chosen}
    merged = len({*names.values(), *levels} - {*names}) < len(levels)
    same = any(old == new for old, new in names.items())
    return {} if merged or same else {name: _mapped(query[name], names)}


def _common_levels(column: Column) -> list[str]:
    """Texts that more than a few rows hold; none of a column that is no text."""
    if not is_text(column):
        return []
    levels, counts = np.unique(column[column != None].astype(str), return_counts=True)  # noqa: E711
    return [str(level) for level in levels[counts > 0.05 * len(column)]]


def category_merged(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """One text put into another, or part of it; or two put together under a new name."""
    common = _common_levels(query[name])
    if len(common) < 3:
        return {}
    first, second = (str(text) for text in rng.choice(common, 2, replace=False))
    way = rng.integers(3)
    if way == 0:
        return {name: _mapped(query[name], {first: "other", second: "other"})}
    merged = _mapped(query[name], {first: second})
    part = rng.random(len(merged)) < (1.0 if way == 1 else rng.uniform(0.3, 0.7))
    return {name: np.where(part, merged, query[name])}


def category_new(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """A text that was not there before."""
    if not is_text(query[name]):
        return {}
    chosen = rng.random(len(query[name])) < rng.uniform(0.05, 0.4)
    return {name: np.where(chosen, "unknown", query[name])}


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


def predicted(
    reference: Mapping[str, Column],
    query: Mapping[str, Column],
    name: str,
    rng: np.random.Generator,
) -> Columns:
    """The mean of the nearest rows of the reference, or a linear model of it."""
    others = [k for k, c in query.items() if is_number(c) and k != name and _distinct(c) > 1]
    if not is_number(query[name]) or _distinct(query[name]) < 10 or len(others) < 2:
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


def type_changed(
    _: Any,
    query: Mapping[str, Column],
    name: str,
    rng: np.random.Generator,  # noqa: ARG001
) -> Columns:
    """A truth value stored as 1 and 2."""
    return {name: query[name] + 1.0} if query[name].dtype.kind == "b" else {}


def truncated(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Values beyond a limit taken for errors, and deleted."""
    column = query[name]
    if not is_number(column) or _distinct(column) < 10:
        return {}
    share = rng.uniform(0.08, 0.4)
    upper = rng.random() < 0.5
    limit = np.nanquantile(column, 1 - share if upper else share)
    return {name: np.where(column > limit if upper else column < limit, np.nan, column)}


def category_lost(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """A text that nobody knows any more, deleted."""
    common = _common_levels(query[name])
    if len(common) < 3:
        return {}
    lost = str(rng.choice(common))
    return {name: np.array([None if text == lost else text for text in query[name]], object)}


def trend(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """A drift along the rows."""
    column = query[name]
    if not is_number(column) or _distinct(column) < 10:
        return {}
    drift = np.nanstd(column) * rng.uniform(1.2, 4) * rng.choice([-1, 1])
    return {name: _again(column + drift * np.linspace(0, 1, len(column)), column, rng)}


def _mapped(column: Column, names: Mapping[str, str]) -> Column:
    return np.array([names.get(text, text) for text in column], object)


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


MISHAPS: dict[str, Mishap] = {
    "scale": scale,
    "offset": offset,
    "reflection": reflection,
    "rounding": rounding,
    "clipping": clipping,
    "constant-fill": constant_fill,
    "sentinel": sentinel,
    "outliers": outliers,
    "noise": noise,
    "shuffled": shuffled,
    "row-offset": row_offset,
    "swapped": swapped,
    "category-renamed": category_renamed,
    "category-merged": category_merged,
    "category-new": category_new,
    "missingness": missingness,
    "predicted": predicted,
    "type-changed": type_changed,
    **DATE_MISHAPS,
    "truncated": truncated,
    "category-lost": category_lost,
    "trend": trend,
}
"""Code of the diagnosis to be made -> mishap."""
