"""A pair of tables with the truth about them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import pandas as pd
from numpy.random import Generator


@dataclass(frozen=True, eq=False)
class Case:
    """Two tables of the same columns, and which columns of the query are shifted."""

    reference: pd.DataFrame
    query: pd.DataFrame
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of ``featureshift.localize`` that name a column: ``groups``, ``time``."""
    shifted: frozenset[str] = frozenset()
    other_side: frozenset[str] = frozenset()
    """Where columns moved together against as many others: these would be as true an answer."""
    untouched: pd.DataFrame | None = None
    """The query before the fault; None where there is none."""

    @classmethod
    def cut(cls, table: pd.DataFrame, at: int, **options: str) -> Self:
        """The first ``at`` rows against the others.

        >>> case = Case.cut(pd.DataFrame({"x": [1, 2, 3]}), 2)
        >>> len(case.reference), len(case.query)
        (2, 1)
        """
        reference, query = table.iloc[:at], table.iloc[at:]
        return cls(reference.reset_index(drop=True), query.reset_index(drop=True), options)

    @property
    def truths(self) -> tuple[frozenset[str], ...]:
        """Every set of columns that is a right answer."""
        return (self.shifted, self.other_side) if self.other_side else (self.shifted,)

    def shuffled(self, rng: Generator) -> Self:
        """Put the rows of both tables in random order; only before a fault."""
        reference, query = (in_random_order(rng, table) for table in (self.reference, self.query))
        return replace(self, reference=reference, query=query)

    def broken(self, columns: Mapping[str, Any], other_side: Container[str] = ()) -> Self:
        """Put other values into these columns of the query; they are shifted then.

        >>> case = Case.cut(pd.DataFrame({"x": [1, 2, 3], "y": [4, 5, 6]}), 1)
        >>> case.broken({"y": case.query["y"] * 10}).shifted
        frozenset({'y'})
        """
        return replace(
            self,
            query=self.query.assign(**columns),
            shifted=frozenset(columns),
            other_side=frozenset(name for name in self.query if name in other_side),
            untouched=self.query,
        )

    def for_options(self, accepted: Container[str]) -> Self:
        """Without the options that are not accepted, and without the columns that they name.

        Whoever cannot be told that a column numbers patients would have to take it for a feature.

        >>> table = pd.DataFrame({"x": [1, 2], "patient": ["a", "b"]})
        >>> list(Case.cut(table, 1, groups="patient").for_options(()).query)
        ['x']
        """
        refused = {option: name for option, name in self.options.items() if option not in accepted}
        kept = {option: name for option, name in self.options.items() if option in accepted}
        gone = [name for name in refused.values() if name not in kept.values()]
        return replace(
            self,
            reference=self.reference.drop(columns=gone),
            query=self.query.drop(columns=gone),
            untouched=None if self.untouched is None else self.untouched.drop(columns=gone),
            options=kept,
        )


def in_random_order(rng: Generator, table: pd.DataFrame) -> pd.DataFrame:
    return table.iloc[rng.permutation(len(table))].reset_index(drop=True)
