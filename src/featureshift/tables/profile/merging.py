"""The profile of two tables, one below the other, out of the profiles of both.

Scan and sample are those that reading both tables would give, with one exception: of a row that is
frequent in one table and rare in the other, some of the few in the other may not be counted.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import ProfileError
from featureshift.tables.by_lot import sample_by_lot
from featureshift.tables.frequent import FrequentKeys, frequent_rows, keys_of, with_frequent_of
from featureshift.tables.kinds import Column, Kind
from featureshift.tables.profile.profile import Profile
from featureshift.tables.sample import EVERY, RowSample, row_keys
from featureshift.tables.scan import Levels, Scan
from featureshift.tables.summary import Summary
from featureshift.tables.table import HEAD_ROWS, Batch


def merged(first: Profile, second: Profile) -> Profile:
    """Of the rows of both, those of ``second`` last; the columns must be the same."""
    columns = _columns(first, second)
    both = replace(first, columns=columns)
    kinds = [kind for _, kind in both.selection]
    scans = [_with_levels(each.summary.scan, kinds) for each in (first, second)]
    samples = first.summary.sample, second.summary.sample
    has_rows = first.has_rows and second.has_rows
    sample = merged_samples(*samples) if has_rows else _merged_by_lot(samples, first.salts)
    return replace(
        both,
        summary=Summary(scans[0].merge(scans[1]), sample, FrequentKeys()),
        cells=_cells(first.cells, second.cells, kinds),
        notes=tuple(dict.fromkeys((*first.notes, *second.notes))),
        dialect=first.dialect if first.dialect == second.dialect else None,
        is_named=first.is_named or second.is_named,
        has_rows=has_rows,
    )


def merged_samples(first: RowSample, second: RowSample) -> RowSample:
    """The sample of two tables, of which rows of ``second`` come last."""
    sample = first.hashed.merge(second.hashed).settled().compact()
    if sample.is_complete:
        return sample
    # A row that is frequent in both together is so in one of them at least.
    samples = first, second
    likely = np.concatenate([keys_of(each, frequent_rows(each)) for each in samples])
    both = [
        replace(each.among(likely), capacity=len(first) + len(second), limit=EVERY)
        for each in samples
    ]
    return with_frequent_of(sample, both[0].merge(both[1]).distinct()).compact()


def _merged_by_lot(samples: tuple[RowSample, RowSample], salts: NDArray[np.uint64]) -> RowSample:
    """Of both tables, from each as many rows as its share of all; which ones is of no account."""
    n_rows = sum(sample.n_rows for sample in samples)
    rows = [sample.shuffled() for sample in samples]
    most = min(sample.capacity for sample in samples)
    share = min(most / n_rows, *(len(own) / s.n_rows for own, s in zip(rows, samples, strict=True)))
    few = [
        sample.take(own[: round(share * sample.n_rows)])
        for own, sample in zip(rows, samples, strict=True)
    ]
    values = np.concatenate(few)
    return sample_by_lot(
        RowSample(
            most,
            n_rows,
            (values,),
            row_keys(values, salts),
            np.ones(len(values), np.int64),
            np.arange(len(values)),
            EVERY if len(values) == n_rows else EVERY - np.uint64(1),
        ),
        salts,
    )


def _columns(first: Profile, second: Profile) -> tuple[Column, ...]:
    names = [[column.name for column in each.columns] for each in (first, second)]
    if names[0] != names[1]:
        only = set(names[0]) ^ set(names[1])
        raise ProfileError(
            "profiles of different columns cannot be added",
            expected="the same columns in the same order",
            found=f"only in one of them: {', '.join(sorted(only)[:5])}"
            if only
            else "another order",
            remedy="profile both tables with columns=... of those that they share",
        )
    return tuple(map(_column, first.columns, second.columns))


def _column(first: Column, second: Column) -> Column:
    """An empty column is of the type of the other one."""
    known = second if first.kind is Kind.EMPTY else first
    if second.kind not in (known.kind, Kind.EMPTY):
        raise ProfileError(
            f"profiles of different types cannot be added: column {first.name!r}",
            expected="columns of the same type",
            found=f"{first.kind} and {second.kind}",
            remedy="profile the table that holds both",
        )
    return known._replace(note=first.note or second.note)


def _with_levels(scan: Scan, kinds: list[Kind]) -> Scan:
    levels = {
        j: scan.levels.get(j, Levels()) for j, kind in enumerate(kinds) if kind is Kind.CATEGORICAL
    }
    return replace(scan, levels=levels)


def _cells(first: Batch, second: Batch, kinds: list[Kind]) -> Batch:
    """Rows of both, spread evenly, no more than one table would have."""
    values = np.concatenate([first.values, second.values])
    rows = np.linspace(0, len(values) - 1, min(len(values), HEAD_ROWS)).astype(int)
    levels = {}
    for j, kind in enumerate(kinds):
        if kind is Kind.CATEGORICAL:
            texts = {**first.levels.get(j, {}), **second.levels.get(j, {})}
            kept = set(values[rows, j].tolist())
            levels[j] = {h: text for h, text in texts.items() if h in kept}
    return Batch(values[rows], levels)
