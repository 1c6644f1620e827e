"""The summary that a comparison takes out of a profile: of its columns, as the other table asks.

Where a comparison reads the columns of the profile as the profile did, this is the very summary
that the table would give. Where it leaves some out, or reads texts as numbers, the rows that are
kept were chosen with other columns in view: they are still a random sample, but another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.frequent import FrequentKeys, smaller
from featureshift.tables.kinds import Kind
from featureshift.tables.profile.profile import Profile, coded_number
from featureshift.tables.sample import EVERY, RowSample, row_keys
from featureshift.tables.scan import Levels, Scan
from featureshift.tables.schema.parsed_table import ParsedTable, parsed_hashes
from featureshift.tables.schema.reading import Reading
from featureshift.tables.summary import Summary, SummaryReader
from featureshift.tables.table import Table

Parse = Callable[[str], float]


class Seen(NamedTuple):
    summary: Summary
    remarks: tuple[str, ...] = ()
    """In which way it is not what the table itself would have given; after "the reference is"."""


def seen_in_profile(table: Table, reader: SummaryReader) -> Seen | None:
    """What a reader would find in the table of a profile; None where its rows can be read."""
    readings: Mapping[int, Reading] = {}
    if isinstance(table, ParsedTable):
        readings, table = table.readings, table.texts
    if not isinstance(table, Profile) or table.holds_all_rows:
        return None
    places = [table.places[position] for position, _ in reader.selection]
    parses = _parses(table, reader, readings)
    sample = table.summary.sample.select(places)
    own_rows = np.array_equal(reader.salts, table.salts[places]) and len(places) == len(table.salts)
    if not own_rows or parses:
        sample = _rehashed(_parsed(sample, table, places, parses), reader.salts)
    summary = Summary(
        _scan(table.summary.scan.select(places), reader, parses),
        smaller(sample, reader.capacity),
        FrequentKeys(),
    )
    return Seen(summary, tuple(_remarks(summary.sample, own_rows and not parses, reader.capacity)))


def _parses(
    profile: Profile, reader: SummaryReader, readings: Mapping[int, Reading]
) -> dict[int, Parse]:
    """How the texts of columns are read that the reader wants as numbers."""
    own = profile.selection
    return {
        j: readings[position].parse if position in readings else coded_number
        for j, (position, kind) in enumerate(reader.selection)
        if kind is not Kind.CATEGORICAL and own[profile.places[position]].kind is Kind.CATEGORICAL
    }


def _parsed(
    sample: RowSample, profile: Profile, places: Sequence[int], parses: Mapping[int, Parse]
) -> RowSample:
    values = sample.take(np.arange(len(sample)))
    texts = profile.texts
    for j, parse in parses.items():
        values[:, j] = parsed_hashes(values[:, j], texts[places[j]], parse)
    return replace(sample, blocks=(values,))


def _rehashed(sample: RowSample, salts: NDArray[np.uint64]) -> RowSample:
    """The same rows, as if the content of these columns had chosen them."""
    order = np.argsort(sample.positions, kind="stable")  # of equal rows the first one counts
    values = sample.take(order)
    keys, counts = row_keys(values, salts), sample.counts[order]
    frequent = np.unique(keys[sample.is_frequent[order]])
    # What is frequent is counted in rows of the table; other rows stand for several of these.
    alike = np.isin(keys, frequent) & ~sample.is_frequent[order]
    counts = np.where(alike, np.round(counts * sample.rare_weight), counts).astype(np.int64)
    rows = RowSample(
        max(len(keys), sample.capacity),
        sample.n_rows,
        (values,),
        keys,
        counts,
        sample.positions[order],
        # No content was left out for its hash, but rows are missing.
        EVERY if sample.is_complete else EVERY - np.uint64(1),
        frequent,
    )
    return replace(rows.distinct(), capacity=sample.capacity)


def _scan(scan: Scan, reader: SummaryReader, parses: Mapping[int, Parse]) -> Scan:
    """With levels exactly where columns are read as categories."""
    levels = {
        j: scan.levels.get(j, Levels())
        for j, (_, kind) in enumerate(reader.selection)
        if kind is Kind.CATEGORICAL
    }
    arrays: dict[str, Any] = {
        name: np.array(value) for name, value in vars(scan).items() if isinstance(value, np.ndarray)
    }
    for j, parse in parses.items():
        for name, value in _facts(scan.levels[j], parse).items():
            arrays[name][j] = value
    return replace(scan, **arrays, levels=levels)


def _facts(levels: Levels, parse: Parse) -> dict[str, float]:
    """What a scan of a column would say if its texts were read as numbers; their order is lost."""
    numbers = np.array([parse(levels.texts[h]) for h in levels.counts], np.float64)
    counts = np.array(list(levels.counts.values()), np.int64)
    finite = np.isfinite(numbers)
    return {
        "present": int(counts[finite].sum()),
        "infinite": int(counts[np.isinf(numbers)].sum()),
        "low": numbers[finite].min(initial=np.inf),
        "high": numbers[finite].max(initial=-np.inf),
        "first": np.nan,
        "last": np.nan,
        "ascending": False,
        "descending": False,
        "unit_steps": False,
    }


def _remarks(sample: RowSample, own_rows: bool, capacity: int) -> list[str]:
    remarks = []
    if not own_rows and not sample.is_complete:
        remarks.append(
            f"a profile that keeps {len(sample):,} of {sample.n_rows:,} rows, chosen with other "
            "columns or types than are compared: scores and the share of copies may differ a "
            "little from those of the table itself"
        )
    if not sample.is_complete and capacity > sample.capacity:
        remarks.append(
            f"a profile that keeps at most {sample.capacity:,} rows, where up to {capacity:,} "
            "would have been looked at"
        )
    return remarks
