"""Texts are called something else, put together, new, or gone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from featureshift.simulate.mishaps.columns import Column, Columns, is_text

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


def category_lost(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """A text that nobody knows any more, deleted."""
    common = _common_levels(query[name])
    if len(common) < 3:
        return {}
    lost = str(rng.choice(common))
    return {name: np.array([None if text == lost else text for text in query[name]], object)}


def _common_levels(column: Column) -> list[str]:
    """Texts that more than a few rows hold; none of a column that is no text."""
    if not is_text(column):
        return []
    levels, counts = np.unique(column[column != None].astype(str), return_counts=True)  # noqa: E711
    return [str(level) for level in levels[counts > 0.05 * len(column)]]


def _mapped(column: Column, names: Mapping[str, str]) -> Column:
    return np.array([names.get(text, text) for text in column], object)
