"""One event behind several shifted columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

KINDS = ("relations",)
"""What changed: relations to the other side were lost, those within both sides were kept."""


@dataclass(frozen=True)
class Event:
    """Columns that moved together against others, as after a wrong join.

    Which of two sides moved, the data cannot tell: the smaller one is taken to have done so. Each
    column keeps its own distribution.

    >>> Event(("weight", "height"), ("age", "sex")).sides_are_equal
    True
    """

    columns: tuple[str, ...]
    """Shifted, two or more."""
    other_side: tuple[str, ...]
    """Columns that kept together too, and lost their relations to these."""
    kind: str = "relations"
    """One of ``KINDS``."""

    @property
    def sides_are_equal(self) -> bool:
        """Whether the other side may as well have moved."""
        return len(self.columns) == len(self.other_side)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON; :meth:`from_dict` is the inverse."""
        return {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(self).items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Event:
        return cls(tuple(data["columns"]), tuple(data["other_side"]), data["kind"])
