"""How often a repair gives the table back: simulated mishaps, undone and compared again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from featureshift.corpus.mixed import Column, Columns
from featureshift.explain.trial import Told, TrialCase
from featureshift.methods.base import Localizer

INVERTIBLE = (
    "scale",
    "offset",
    "reflection",
    "swapped",
    "category-renamed",
    "sentinel",
    "day-month-swapped",
)
"""Mishaps that can be undone cell by cell, unless they lost something on the way."""
CLOSE = 1e-6
"""Of the spread of a column: cells nearer than this are as they were."""


class Outcome(NamedTuple):
    code: str
    """Of the mishap."""
    table: str
    invertible: bool
    """Whether the query still tells what it was before."""
    acted: bool
    """Whether all shifted columns were repaired."""
    seen: bool
    """Whether a shifted column is found before the repair; else nothing found later says little."""
    remaining: tuple[str, ...]
    """What is found when the repaired table is compared again."""
    found_before: tuple[str, ...]
    """What is found in the query without any mishap: false alarms that no repair can prevent."""
    restored: bool
    """Whether all cells of the shifted columns are as they were."""
    untouched: bool
    """Whether all other columns are the same bit by bit."""
    words: str


def outcomes(
    trials: Iterable[TrialCase],
    again: Localizer,
    method: Localizer | None = None,
    *,
    impute: bool = False,
    confidence: str = "high",
) -> Iterator[Outcome]:
    """Repair each case and compare ``again``; without a ``method`` the truth is flagged."""
    for case in trials:
        reference, query = _arrow(case.reference), _arrow(case.query)
        localizer = method or Told(case.shifted)
        found = localizer.localize(reference, query)
        repaired = found.repair(query, reference, impute=impute, confidence=confidence)
        table = repaired.table
        changed = [name for name in query.column_names if not _same(query[name], table[name])]
        yield Outcome(
            code=case.code,
            table=case.table,
            invertible=is_invertible(case),
            acted=not repaired.left and bool(repaired.done),
            seen=not set(again.localize(reference, query).shifted_features).isdisjoint(
                case.shifted
            ),
            remaining=again.localize(reference, table).shifted_features,
            found_before=again.localize(reference, _arrow(case.intact)).shifted_features,
            restored=all(_close(case.intact[name], table[name]) for name in case.shifted),
            untouched=set(changed) <= set(case.shifted),
            words=str(repaired),
        )


def is_invertible(case: TrialCase) -> bool:
    """Whether no two values became one.

    >>> x = np.array([0.0, 0.4, 1.0])
    >>> doubled = TrialCase("scale", "", {}, {"x": x * 2}, ("x",), intact={"x": x})
    >>> rounded = TrialCase("scale", "", {}, {"x": x.round()}, ("x",), intact={"x": x})
    >>> is_invertible(doubled), is_invertible(rounded)
    (True, False)
    """
    if case.code not in INVERTIBLE:
        return False
    if case.code == "swapped":
        return True
    return all(_injective(case.intact[name], case.query[name]) for name in case.shifted)


def _injective(old: Column, new: Column) -> bool:
    pairs = set(zip(_texts(old), _texts(new), strict=True))
    return len({after for _, after in pairs}) == len(pairs)


def _texts(column: Column) -> list[str]:
    return [str(value) for value in column.tolist()]


def _same(first: Any, second: Any) -> bool:
    """Bit by bit, with type."""
    return bool(first.type == second.type and first.equals(second))


def _close(old: Column, new: Any) -> bool:
    if old.dtype.kind != "f":
        return bool(new.equals(pa.chunked_array([pa.array(old, from_pandas=True)])))
    cells = new.to_numpy()
    spread = float(np.nanstd(old)) or 1.0
    return bool(np.allclose(old, cells, rtol=0, atol=CLOSE * spread, equal_nan=True))


def _arrow(columns: Columns) -> Any:
    return pa.table({name: pa.array(c, from_pandas=True) for name, c in columns.items()})
