"""What a repair gives: the table, what was done to it, and what was not."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from featureshift.errors import OptionError
from featureshift.localize import localize
from featureshift.repair.plan import Left
from featureshift.result import Localization


@dataclass(frozen=True)
class Done:
    """One thing that was done to the query."""

    column: str | None
    """None for what was done to rows."""
    code: str
    """Of the diagnosis that it undoes; "imputed" for a column that was replaced."""
    words: str

    def __str__(self) -> str:
        return f"{self.column or 'rows'}: {self.words}"


class Compared(NamedTuple):
    """How to compare a repaired table again."""

    reference: Any
    method: str | None


@dataclass(frozen=True, eq=False)
class Repaired:
    """What :meth:`featureshift.Localization.repair` gives."""

    table: Any = field(repr=False)
    """The same kind of table as the query; for a path, a pyarrow table."""
    done: tuple[Done, ...]
    left: tuple[Left, ...]
    """What was not repaired and why."""
    compared: Compared | None = field(default=None, repr=False)
    """None where no reference was given."""

    @cached_property
    def remaining(self) -> Localization:
        """The repaired table against the reference; localizes when first asked.

        Cells that were marked as missing show here: what is lost does not come back.
        """
        if self.compared is None:
            raise OptionError(
                "there is no reference to compare the repaired table with",
                remedy="give it: result.repair(query, reference)",
            )
        return localize(self.compared.reference, self.table, method=self.compared.method)

    def __str__(self) -> str:
        """What was done and what was left, a line each."""
        lines = [f"done  {each}" for each in self.done] + [f"left  {each}" for each in self.left]
        return "\n".join(lines) or "nothing to repair"
