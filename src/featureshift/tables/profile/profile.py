"""A table of which only the summary is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import ProfileError
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.frequent import FrequentKeys
from featureshift.tables.kinds import Column, Kind, Note, reconcile
from featureshift.tables.sample import column_salts
from featureshift.tables.schema.parsed_table import parsed_hashes
from featureshift.tables.summary import Summary, SummaryReader
from featureshift.tables.table import (
    Batch,
    Partition,
    Selection,
    Table,
    row_slices,
    rows_per_batch,
)


@dataclass(frozen=True, eq=False)
class Profile(Table):
    """What a comparison needs of a table: counts, ranges, texts, and at most 100,000 rows.

    :func:`featureshift.profile` makes it, :func:`featureshift.localize` takes it in place of either
    table. ``yesterday + today`` is the profile of both tables, one below the other.

    >>> import featureshift as fs
    >>> fs.profile({"age": [31, 27], "sex": ["f", "m"]})
    Profile(2 rows, 2 columns, all rows kept)
    """

    columns: tuple[Column, ...]
    """All columns of the table, also those that cannot be compared."""
    summary: Summary
    """Of the columns that can be compared, each read as it would be beside its like."""
    cells: Batch
    """A few rows of these columns, by which formats and new names are told."""
    salts: NDArray[np.uint64]
    """By which the rows of the sample were chosen, one a column that can be compared."""
    notes: tuple[Note, ...] = ()
    dialect: Dialect | None = None
    is_named: bool = True
    """Whether columns have names of their own, or are only numbered."""
    has_rows: bool = True
    """Whether its rows are those of the table; else they are put together by lot."""

    @classmethod
    def of(
        cls, table: Table, chosen: Sequence[int], summary: Summary, *, is_named: bool
    ) -> Profile:
        """Of some columns of a table, and the summary of those that ``readable`` selects."""
        selection = readable(table.columns, chosen)
        return cls(
            columns=tuple(table.columns[j] for j in chosen),
            summary=Summary(summary.scan, summary.sample.compact(), FrequentKeys()),
            cells=joined(table.heads(selection)),
            salts=column_salts([table.columns[j].name for j, _ in selection]),
            notes=tuple(table.notes),
            dialect=table.dialect,
            is_named=is_named,
        )

    @classmethod
    def load(cls, path: str | Path) -> Profile:
        """The profile in a file; one that is damaged, altered or too new is refused."""
        from featureshift.tables.profile.file import load_profile

        return load_profile(path)

    def save(self, path: str | Path) -> None:
        """Write one Arrow file, whole or not at all. It holds rows, if these are kept."""
        from featureshift.tables.profile.file import save_profile

        save_profile(self, path)

    def without_rows(self) -> Profile:
        """What is known of each column by itself: nothing that stood in one row is left together.

        A comparison with it looks at margins only, and says so.
        """
        from featureshift.tables.profile.margins_only import without_rows

        return without_rows(self) if self.has_rows else self

    def __add__(self, other: object) -> Profile:
        if not isinstance(other, Profile):
            return NotImplemented
        from featureshift.tables.profile.merging import merged

        return merged(self, other)

    def __repr__(self) -> str:
        if not self.has_rows:
            kept = "margins only"
        elif self.holds_all_rows:
            kept = "all rows kept"
        else:
            kept = f"{len(self.summary.sample):,} rows kept"
        return f"Profile({self.n_rows:,} rows, {len(self.columns):,} columns, {kept})"

    @property
    def n_rows(self) -> int:  # type: ignore[override]
        return self.summary.n_rows

    @cached_property
    def selection(self) -> list[Selection]:
        """The columns of the summary, in its order."""
        return readable(self.columns, range(len(self.columns)))

    @cached_property
    def places(self) -> dict[int, int]:
        """Position of a column of the table -> its position in the summary."""
        return {position: place for place, (position, _) in enumerate(self.selection)}

    @cached_property
    def texts(self) -> dict[int, Mapping[float, str]]:
        """Of each categorical column of the summary: hash of a text -> text."""
        return {j: levels.texts for j, levels in self.summary.scan.levels.items()}

    @property
    def holds_all_rows(self) -> bool:
        """Whether it can be read as the table it was made of."""
        sample, levels = self.summary.sample, self.summary.scan.levels
        overflown = any(each.overflown for each in levels.values())
        return self.has_rows and sample.n_rows <= sample.capacity and not overflown

    def lacks_texts(self, name: str) -> bool:
        """Whether a column holds more distinct texts than are kept, so that they cannot be read."""
        places, levels = self.places, self.summary.scan.levels
        own = {c.name: places[j] for j, c in enumerate(self.columns) if j in places}
        return own[name] in levels and levels[own[name]].overflown

    def renamed(self, names: Sequence[str]) -> Profile:
        """With other names for columns that are only numbered, if there are as many."""
        if self.is_named or len(names) != len(self.columns):
            return self
        pairs = zip(self.columns, names, strict=True)
        return replace(self, columns=tuple(column._replace(name=name) for column, name in pairs))

    def heads(self, selection: Sequence[Selection]) -> list[Batch]:
        return [self.batch(self.cells.values, self.cells.levels, selection)]

    def partitions(self) -> Sequence[Partition]:
        if not self.has_rows:
            raise ProfileError(
                "this profile keeps no rows",
                expected="a method that looks at a sample of the rows, such as graphnet",
                found="margins only, of a profile made with rows=False",
                remedy="give the table itself, or a profile with rows",
            )
        if not self.holds_all_rows:
            raise ProfileError(
                "a profile of this table does not hold all its rows",
                expected="a method that looks at a sample of the rows, such as graphnet",
                found=f"{len(self.summary.sample):,} of {self.n_rows:,} rows",
                remedy="give the table itself, or set max_rows",
            )
        rows = self.summary.sample.take(np.arange(self.n_rows))
        return [ProfilePartition(self, rows[part]) for part in row_slices(*rows.shape)]

    def batch(
        self,
        values: NDArray[np.floating[Any]],
        texts: Mapping[int, Mapping[float, str]],
        selection: Sequence[Selection],
    ) -> Batch:
        """Rows of the summary's columns, as the selected columns are read."""
        places, own = self.places, self.selection
        read = values[:, [places[position] for position, _ in selection]]
        levels = {}
        for j, (position, kind) in enumerate(selection):
            place = places[position]
            if kind is Kind.CATEGORICAL:
                levels[j] = texts.get(place, {})
            elif own[place].kind is Kind.CATEGORICAL:
                read[:, j] = parsed_hashes(read[:, j], texts[place], coded_number)
        return Batch(read, levels)


@dataclass(frozen=True, eq=False)
class ProfilePartition(Partition):
    """Rows of a profile that holds them all."""

    profile: Profile
    rows: NDArray[np.floating[Any]]
    """[rows, columns of the summary]"""

    @property
    def n_rows(self) -> int:  # type: ignore[override]
        return len(self.rows)

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        step = rows_per_batch(len(selection))
        for start in range(0, self.n_rows, step):
            rows = self.rows[start : start + step]
            yield self.profile.batch(rows, self.profile.texts, selection)


def readable(columns: Sequence[Column], chosen: Sequence[int]) -> list[Selection]:
    """Those of the chosen columns that can be compared, as what they are beside their like."""
    kinds = ((j, reconcile(columns[j].kind, columns[j].kind)) for j in chosen)
    return [Selection(j, kind) for j, kind in kinds if kind is not None]


def reader_of(table: Table, chosen: Sequence[int], capacity: int) -> SummaryReader:
    """What reads the summary of some columns of a table."""
    selection = readable(table.columns, chosen)
    return SummaryReader.of([table.columns[j].name for j, _ in selection], selection, capacity)


def joined(batches: Sequence[Batch]) -> Batch:
    """One batch of all rows, copied."""
    values = np.concatenate([batch.values for batch in batches])
    levels = {
        j: {h: text for batch in batches for h, text in batch.levels[j].items()}
        for j in batches[0].levels
    }
    return Batch(values, levels)


def coded_number(text: str) -> float:
    """The number of which ``text`` is the name, in a column of categories that are numbers.

    >>> coded_number("3"), coded_number("a day")
    (3.0, nan)
    """
    try:
        return float(text)
    except ValueError:
        return np.nan
