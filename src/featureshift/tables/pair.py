"""Two tables, aligned: the same features in the same order, in comparable numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import ColumnError, TableError, UnknownNameError
from featureshift.tables.columns import clean_text
from featureshift.tables.encode import Encoder
from featureshift.tables.judge import is_inert, judge
from featureshift.tables.kept import HASHED_COLUMNS, affordable_head, affordable_rows
from featureshift.tables.kinds import Kind, Note, reconcile
from featureshift.tables.progress import Progress, Tally
from featureshift.tables.sample import column_salts
from featureshift.tables.scan import Scan, scan_table
from featureshift.tables.serial import serial_notes
from featureshift.tables.sources import as_table, has_names
from featureshift.tables.table import Selection, Table, at_most, each

T = TypeVar("T")


@dataclass(frozen=True)
class Side:
    """One of the two tables, seen through what both have in common."""

    table: Table
    selection: Sequence[Selection]
    scan: Scan
    encoder: Encoder

    @property
    def n_rows(self) -> int:
        return self.table.n_rows

    def blocks(self) -> Iterator[NDArray[np.float32]]:
        """Pass 2: encoded rows [rows, features], missing cells NaN. Do not write into a block."""
        for batch in self.table.batches(self.selection):
            block = self.encoder(batch.values).view()
            block.flags.writeable = False  # it may be the user's own memory
            yield block

    def unit_blocks(self) -> Iterator[NDArray[np.float32]]:
        """Blocks scaled to [0, 1] by the exact pooled range; a constant column is 0."""
        low, width = self.encoder.low, self.encoder.high - self.encoder.low
        width = np.where(width > 0, width, np.float32(1))
        for block in self.blocks():
            yield np.clip((block - low) / width, np.float32(0), np.float32(1))

    def sample(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Distinct encoded rows of the pass-1 sample [kept, features] and their counts [kept]."""
        return self.encoder(self.scan.sample.rows), self.scan.sample.counts


@dataclass(frozen=True)
class TablePair:
    features: tuple[str, ...]
    kinds: tuple[Kind, ...]
    reference: Side
    query: Side
    inert: NDArray[np.bool_]
    """Features that hold one and the same value in every row of both tables."""
    notes: tuple[Note, ...]

    @property
    def n_features(self) -> int:
        return len(self.features)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.reference, self.query

    def each(self, work: Callable[[Side], T]) -> tuple[T, T]:
        """The result of some work on the reference and on the query, side by side if that pays."""
        first, second = each([side.table for side in self.sides], work, self.sides)
        return first, second

    @property
    def categorical(self) -> NDArray[np.bool_]:
        return np.array([kind is Kind.CATEGORICAL for kind in self.kinds])

    @property
    def has_missing(self) -> bool:
        return any((side.scan.present < side.n_rows).any() for side in self.sides)


def align(
    reference: Any,
    query: Any,
    *,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    max_rows: int | None = None,
    sample_rows: int = 0,
    evidence: bool = False,
    strict: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> TablePair:
    """Match columns by name, scan both tables once, learn the common encoding.

    Columns that cannot be compared are left out with a note; ``strict=True`` raises instead.
    With ``evidence`` the scans hold rows enough to explain a shift, within a bound on cells.
    """
    tables = _as_tables(reference, query)
    names, selections, notes = _common(*tables, _names(columns), _names(ignore))
    rng = np.random.default_rng(seed)
    tables = (at_most(tables[0], max_rows, rng), at_most(tables[1], max_rows, rng))
    tally = Tally(sum(table.n_rows for table in tables), progress)
    salts = column_salts(names, seed)
    rows = affordable_rows(len(names)) if evidence else 0
    if evidence and (sample_rows or len(names) <= HASHED_COLUMNS):
        sample_rows = max(sample_rows, rows)
        rows = affordable_head(len(names))

    def scan(table: Table, selection: Sequence[Selection]) -> Scan:
        return scan_table(
            table,
            selection,
            salts,
            sample_rows=sample_rows,
            head_rows=rows,
            head_step=1 if sample_rows else max(-(-table.n_rows // max(rows, 1)), 1),
            advance=tally.add,
        )

    scans = tuple(each(tables, scan, tables, selections))
    kinds = [kind for _, kind in selections[0]]
    verdicts = judge(names, kinds, scans[0], scans[1])
    notes += [verdict.note for verdict in verdicts]
    if strict and notes:
        raise _strictly(notes)
    gone = {verdict.position for verdict in verdicts if verdict.left_out}
    kept = [j for j in range(len(names)) if j not in gone]
    if not kept:
        raise _nothing_left(tables, notes)
    scans = (scans[0].select(kept), scans[1].select(kept))
    notes += serial_notes([kinds[j] for j in kept], *scans)  # no reason to refuse the tables
    encoder = Encoder.learn(*scans)
    sides = [
        Side(table, [chosen[j] for j in kept], scan, encoder)
        for table, chosen, scan in zip(tables, selections, scans, strict=True)
    ]
    return TablePair(
        features=tuple(names[j] for j in kept),
        kinds=tuple(kinds[j] for j in kept),
        reference=sides[0],
        query=sides[1],
        inert=is_inert(*scans),
        notes=tuple(notes),
    )


def _names(names: Any) -> list[str] | None:
    """Column names as text; a lone name is one column, not the letters of its name."""
    if names is None:
        return None
    lone = isinstance(names, str) or not isinstance(names, Iterable)
    return [clean_text(str(name)) for name in ([names] if lone else names)]


def _as_tables(reference: Any, query: Any) -> tuple[Table, Table]:
    """Both sources as tables with rows; a side without names takes those of the other."""
    if has_names(reference) or not has_names(query):
        first = as_table(reference)
        tables = first, as_table(query, [column.name for column in first.columns])
    else:
        second = as_table(query)
        tables = as_table(reference, [column.name for column in second.columns]), second
    for role, table in zip(("reference", "query"), tables, strict=True):
        if not table.columns:
            raise TableError(f"the {role} has no columns", expected="at least one column")
        if table.n_rows == 0:
            raise TableError(f"the {role} has no rows", expected="at least one row")
    return tables


def _common(
    reference: Table, query: Table, columns: list[str] | None, ignore: list[str] | None
) -> tuple[list[str], tuple[list[Selection], list[Selection]], list[Note]]:
    """Names to compare, where each side has them and as what, and notes on the others."""
    positions = [{c.name: j for j, c in enumerate(t.columns)} for t in (reference, query)]
    wanted = _wanted(list(positions[0] | positions[1]), columns, ignore)
    names, selections, notes = [], ([], []), []  # type: ignore[var-annotated]
    for name in wanted:
        own, other = (places.get(name) for places in positions)
        if own is None or other is None:
            notes.append(_one_sided(name, "reference" if own is None else "query"))
            continue
        pair = reference.columns[own], query.columns[other]
        kind = reconcile(pair[0].kind, pair[1].kind)
        noticed = list(dict.fromkeys(column.note for column in pair if column.note is not None))
        if kind is None:
            notes += noticed or [_incompatible(name, pair[0].kind, pair[1].kind)]
            continue
        if pair[0].zoned is not pair[1].zoned and kind is Kind.DATETIME:
            noticed.append(_zone_mix(name))
        notes += noticed
        names.append(name)
        selections[0].append(Selection(own, kind))
        selections[1].append(Selection(other, kind))
    if not names:
        raise _nothing_left((reference, query), notes)
    return names, selections, notes


def _wanted(known: list[str], columns: list[str] | None, ignore: list[str] | None) -> list[str]:
    known_set = set(known)
    for name in [*([] if columns is None else columns), *([] if ignore is None else ignore)]:
        if name not in known_set:
            raise UnknownNameError("column", name, known)
    chosen, ignored = set(known if columns is None else columns), set(ignore or ())
    return [name for name in known if name in chosen and name not in ignored]


def _one_sided(name: str, side: str) -> Note:
    return Note(name, f"missing-in-{side}", f"is not in the {side}; left out")


def _incompatible(name: str, reference: Kind, query: Kind) -> Note:
    if Kind.UNSUPPORTED in (reference, query):
        return Note(name, "unsupported-type", "is of a type that cannot be compared; left out")
    message = f"is {reference} in the reference but {query} in the query; left out"
    return Note(name, "incompatible-types", message)


def _zone_mix(name: str) -> Note:
    message = "has a time zone in one table only; the other is read as UTC"
    return Note(name, "timezone-mix", message)


def _strictly(notes: Sequence[Note]) -> ColumnError:
    shown = "\n    ".join(map(str, notes[:10]))
    more = f"\n    and {len(notes) - 10} more" if len(notes) > 10 else ""
    return ColumnError(
        f"strict=True, and {len(notes)} remark{'s' if len(notes) > 1 else ''} on columns",
        found=shown + more,
        remedy="mend or ignore these columns, or set strict=False",
    )


def _nothing_left(tables: Sequence[Table], notes: Sequence[Note]) -> TableError:
    own, other = (", ".join(repr(c.name) for c in table.columns[:5]) for table in tables)
    return TableError(
        "the tables have no column that can be compared",
        expected="at least one column of the same name and a compatible type in both",
        found="; ".join(map(str, notes[:5])) or f"reference: {own}; query: {other}",
    )
