"""The part of a verdict that is about columns as such: gone, new, renamed, of another type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Literal

Severity = Literal["breaking", "harmless"]


class ChangeKind(StrEnum):
    """What can happen to a column's name, type or code; told in this order."""

    MISSING = "missing column"
    NEW = "new column"
    RENAMED = "renamed column"
    TYPE = "changed type"
    NUMBERS_AS_TEXT = "numbers as text"
    DATES_AS_TEXT = "dates as text"
    NUMBER_FORMAT = "changed number format"
    DATE_FORMAT = "changed date format"
    LEADING_ZEROS = "leading zeros"
    DICTIONARY = "changed dictionary"
    ENCODING = "changed encoding"
    TEXT_FORMAT = "changed text format"
    TIME_ZONE = "changed time zone"
    TIME_PRECISION = "changed time precision"
    EMPTY = "emptied column"
    CONSTANT = "constant column"
    DIALECT = "changed dialect"
    ORDER = "reordered columns"


_COUNTED = {
    ChangeKind.MISSING: "missing",
    ChangeKind.NEW: "new",
    ChangeKind.RENAMED: "renamed",
    ChangeKind.TYPE: "changed type",
    ChangeKind.NUMBERS_AS_TEXT: "changed type",
    ChangeKind.DATES_AS_TEXT: "changed type",
    ChangeKind.NUMBER_FORMAT: "changed format",
    ChangeKind.DATE_FORMAT: "changed format",
    ChangeKind.LEADING_ZEROS: "changed leading zeros",
    ChangeKind.DICTIONARY: "changed dictionary",
    ChangeKind.ENCODING: "changed encoding",
    ChangeKind.TEXT_FORMAT: "changed format",
    ChangeKind.TIME_ZONE: "changed time zone",
    ChangeKind.TIME_PRECISION: "changed precision",
    ChangeKind.EMPTY: "emptied",
    ChangeKind.CONSTANT: "became constant",
    ChangeKind.DIALECT: "another dialect",
    ChangeKind.ORDER: "reordered",
}
"""Words after a number of columns; kinds with the same words are counted together."""
MOST_COUNTED = 3
"""Different words in a headline."""
_PLACE = {kind: place for place, kind in enumerate(ChangeKind)}


@dataclass(frozen=True)
class SchemaChange:
    """One change of one column."""

    kind: ChangeKind
    column: str | None
    """As the reference calls it; of a new column its name, of the whole table None."""
    message: str
    """In plain words after the name of the column, with an example cell where there is one."""
    severity: Severity = "breaking"
    other: str | None = None
    """What the query calls a renamed column."""

    @property
    def breaks(self) -> bool:
        return self.severity == "breaking"

    def __str__(self) -> str:
        return self.message if self.column is None else f"{self.column}: {self.message}"


@dataclass(frozen=True)
class SchemaVerdict:
    """All changes of the schema, the breaking ones first.

    >>> gone = SchemaChange(ChangeKind.MISSING, "income", "is missing in the query")
    >>> verdict = SchemaVerdict((gone,))
    >>> verdict.broken, verdict.headline
    (True, '1 column missing')
    """

    changes: tuple[SchemaChange, ...] = ()

    def __post_init__(self) -> None:
        ordered = sorted(self.changes, key=lambda change: (not change.breaks, _PLACE[change.kind]))
        object.__setattr__(self, "changes", tuple(ordered))

    @property
    def breaking(self) -> tuple[SchemaChange, ...]:
        return tuple(change for change in self.changes if change.breaks)

    @property
    def broken(self) -> bool:
        """Whether something changed that what reads these tables has to know."""
        return bool(self.breaking)

    @property
    def broken_columns(self) -> frozenset[str]:
        names = {name for change in self.breaking for name in (change.column, change.other)}
        return frozenset(name for name in names if name is not None)

    @property
    def headline(self) -> str:
        """How many columns broke, and how; empty if none did.

        >>> kinds = ChangeKind.NEW, ChangeKind.NEW, ChangeKind.TYPE
        >>> SchemaVerdict(tuple(SchemaChange(kind, "a", "") for kind in kinds)).headline
        '2 columns new, 1 changed type'
        """
        columns = [change for change in self.breaking if change.column is not None]
        counts = list(Counter(_COUNTED[change.kind] for change in columns).items())
        if len(counts) > MOST_COUNTED:
            rest = sum(number for _, number in counts[MOST_COUNTED - 1 :])
            counts = [*counts[: MOST_COUNTED - 1], ("more changed", rest)]
        parts = [f"{number:,} {words}" for words, number in counts]
        if parts:
            words, number = counts[0]
            parts[0] = f"{number:,} column{'' if number == 1 else 's'} {words}"
        parts += [_COUNTED[change.kind] for change in self.breaking if change.column is None]
        return ", ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON; :meth:`from_dict` is the inverse."""
        changes = [asdict(change) | {"kind": str(change.kind)} for change in self.changes]
        return {"broken": self.broken, "changes": changes}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SchemaVerdict:
        """Keys that are not known are left out: later versions may have more."""
        names = [each.name for each in fields(SchemaChange)]
        return cls(
            tuple(
                SchemaChange(**{k: change[k] for k in names} | {"kind": ChangeKind(change["kind"])})
                for change in data["changes"]
            )
        )
