"""A profile as flat arrays and texts with names, and back.

Nothing here can be run: whatever a file says becomes numbers and texts, or is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.arrow import hash_text
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.frequent import FrequentKeys
from featureshift.tables.kinds import Column, Kind, Note
from featureshift.tables.profile.profile import Profile, readable
from featureshift.tables.sample import RowSample, column_salts, row_keys
from featureshift.tables.scan import Levels, Scan
from featureshift.tables.summary import Summary
from featureshift.tables.table import Batch

Parts: TypeAlias = dict[str, NDArray[Any] | list[str]]
"""Numbers, or texts, of one dimension."""
Facts: TypeAlias = dict[str, Any]
"""Plain values, ready for JSON."""

SCANNED = {
    "present": np.int64,
    "infinite": np.int64,
    "low": np.float64,
    "high": np.float64,
    "first": np.float64,
    "last": np.float64,
    "ascending": np.uint8,
    "descending": np.uint8,
    "unit_steps": np.uint8,
}
"""Arrays of a scan, one value a column; a byte is a yes or no."""


def facts_of(profile: Profile) -> Facts:
    sample = profile.summary.sample
    return {
        "n_rows": profile.n_rows,
        "columns": [column._asdict() for column in profile.columns],
        "notes": [note._asdict() for note in profile.notes],
        "dialect": None if profile.dialect is None else asdict(profile.dialect),
        "is_named": profile.is_named,
        "has_rows": profile.has_rows,
        "capacity": sample.capacity,
        "limit": int(sample.limit),
    }


def packed(profile: Profile) -> Parts:
    scan, sample = profile.summary.scan, profile.summary.sample
    width = len(profile.salts)
    levels = [scan.levels.get(j, Levels()) for j in range(width)]
    seen = [profile.cells.levels.get(j, {}) for j in range(width)]
    parts: Parts = {
        f"scan.{name}": getattr(scan, name).astype(dtype) for name, dtype in SCANNED.items()
    }
    return parts | {
        "levels.sizes": np.array([len(each.counts) for each in levels], np.int64),
        "levels.limits": np.array([each.limit for each in levels], np.float64),
        "levels.texts": [each.texts[h] for each in levels for h in each.counts],
        "levels.counts": np.array([n for e in levels for n in e.counts.values()], np.int64),
        # Column after column: what is alike lies together and is compressed.
        "sample.values": sample.take(np.arange(len(sample))).T.ravel(),
        "sample.counts": sample.counts,
        "sample.positions": sample.positions,
        "sample.frequent": sample.frequent,
        "cells.values": profile.cells.values.T.ravel(),
        "cells.sizes": np.array([len(each) for each in seen], np.int64),
        "cells.texts": [text for each in seen for text in each.values()],
    }


def unpacked(facts: Facts, parts: Mapping[str, Any]) -> Profile:
    """The profile that was packed; raises ValueError, TypeError and the like if there is none."""
    columns = tuple(_column(each) for each in facts["columns"])
    selection = readable(columns, range(len(columns)))
    categorical = [j for j, (_, kind) in enumerate(selection) if kind is Kind.CATEGORICAL]
    salts = column_salts([columns[position].name for position, _ in selection])
    seen = _cut(parts["cells.texts"], parts["cells.sizes"])
    return Profile(
        columns=columns,
        summary=Summary(
            _scan(int(facts["n_rows"]), parts, len(salts), categorical),
            _sample(facts, parts, salts),
            FrequentKeys(),
        ),
        cells=Batch(
            _matrix(parts["cells.values"], len(salts)),
            {j: {hash_text(text): text for text in seen[j]} for j in categorical},
        ),
        salts=salts,
        notes=tuple(Note(**each) for each in facts["notes"]),
        dialect=None if facts["dialect"] is None else Dialect(**facts["dialect"]),
        is_named=bool(facts["is_named"]),
        has_rows=bool(facts.get("has_rows", True)),
    )


def _column(facts: Facts) -> Column:
    note = facts["note"]
    told = {"kind": Kind(facts["kind"]), "note": None if note is None else Note(*note)}
    return Column(**facts | told)


def _scan(n_rows: int, parts: Mapping[str, Any], width: int, categorical: Sequence[int]) -> Scan:
    arrays = {
        name: parts[f"scan.{name}"].astype(np.bool_ if dtype is np.uint8 else dtype)
        for name, dtype in SCANNED.items()
    }
    if any(len(array) != width for array in arrays.values()):
        raise ValueError("columns of the scan")
    texts = _cut(parts["levels.texts"], parts["levels.sizes"])
    counts = _cut(parts["levels.counts"].tolist(), parts["levels.sizes"])
    levels = {
        j: _levels(texts[j], counts[j], float(parts["levels.limits"][j])) for j in categorical
    }
    return Scan(n_rows=n_rows, levels=levels, **arrays)


def _levels(texts: Sequence[str], counts: Sequence[int], limit: float) -> Levels:
    hashes = [hash_text(text) for text in texts]
    return Levels(
        Counter(dict(zip(hashes, counts, strict=True))),
        dict(zip(hashes, texts, strict=True)),
        limit,
    )


def _sample(facts: Facts, parts: Mapping[str, Any], salts: NDArray[np.uint64]) -> RowSample:
    values = _matrix(parts["sample.values"], len(salts))
    counts, positions = parts["sample.counts"], parts["sample.positions"]
    if not len(values) == len(counts) == len(positions):
        raise ValueError("rows of the sample")
    return RowSample(
        int(facts["capacity"]),
        int(facts["n_rows"]),
        (values,),
        row_keys(values, salts),
        counts,
        positions,
        np.uint64(facts["limit"]),
        parts["sample.frequent"],
    )


def _matrix(cells: NDArray[Any], width: int) -> NDArray[Any]:
    """[rows, columns], of cells column after column"""
    return cells.reshape(width, -1).T


def _cut(whole: Sequence[Any], sizes: NDArray[np.int64]) -> list[Sequence[Any]]:
    """Pieces of these sizes, which are all of it.

    >>> _cut("abc", np.array([2, 0, 1]))
    ['ab', '', 'c']
    """
    ends = np.cumsum(sizes)
    if (sizes < 0).any() or (int(ends[-1]) if len(ends) else 0) != len(whole):
        raise ValueError("sizes of pieces")
    return [
        whole[end - size : end] for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)
    ]
