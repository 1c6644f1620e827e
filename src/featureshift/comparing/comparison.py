"""Several sources, each held against the others: which is odd, and in which columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import AmbiguousTruthError, TableError, UnknownNameError
from featureshift.result import Localization
from featureshift.result_frame import as_frame
from featureshift.written_whole import write_text

SCHEMA = "featureshift.comparison/1"


@dataclass(frozen=True, eq=False)
class Comparison:
    """Result of :func:`featureshift.compare` and :func:`featureshift.compare_groups`."""

    results: Mapping[str, Localization]
    """Each source against the pool of the others, in the order given."""
    pool: tuple[str, ...]
    """Sources whose rows the others are compared with: those that are not odd."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Sources that were not compared, and why."""
    by: str | None = None
    """The column whose values are the sources, where they are groups of one table."""
    seconds: float = 0.0

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the compared sources."""
        return tuple(self.results)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """Names of all columns that were compared in any source."""
        return tuple(dict.fromkeys(name for each in self.results.values() for name in each))

    @property
    def scores(self) -> NDArray[np.float64]:
        """[sources, features]; NaN where a column was not compared."""
        return self._matrix(lambda result: result.scores)

    @property
    def effects(self) -> NDArray[np.float64]:
        """[sources, features]: how much each column differs, from 0 to 1."""
        return self._matrix(lambda result: result.effects)

    @property
    def shifted(self) -> NDArray[np.bool_]:
        """[sources, features]"""
        return np.asarray(self._matrix(lambda result: result.shifted) == 1)

    def _matrix(self, of: Any) -> NDArray[np.float64]:
        places = {name: j for j, name in enumerate(self.features)}
        matrix = np.full((len(self.results), len(places)), np.nan)
        for line, result in zip(matrix, self.results.values(), strict=True):
            line[[places[name] for name in result]] = of(result)
        return matrix

    @cached_property
    def odd(self) -> tuple[str, ...]:
        """Sources with a shifted column or a broken schema, the oddest first."""
        found = [name for name, result in self.results.items() if is_odd(result)]
        return tuple(sorted(found, key=lambda name: -oddness(self.results[name])))

    def __getitem__(self, source: str) -> Localization:
        """All that is known about one source against the others."""
        if source not in self.results:
            raise UnknownNameError("source", str(source), self.results)
        return self.results[source]

    def __iter__(self) -> Iterator[str]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __bool__(self) -> bool:
        """Always an error, as with a localization."""
        raise AmbiguousTruthError(
            "a comparison is neither true nor false", remedy="ask comparison.odd"
        )

    def __repr__(self) -> str:
        shown = ", ".join(self.odd[:5]) + (", ..." if len(self.odd) > 5 else "")
        return (
            f"Comparison({len(self.odd)} of {len(self)} sources odd{': ' if shown else ''}{shown})"
        )

    def __str__(self) -> str:
        """What the command line prints."""
        from featureshift.report import comparison_text

        return comparison_text(self)

    def report(self, path: str | Path) -> Path:
        """Write one page on all sources and return its path; the suffix says which: html, json."""
        from featureshift.report import write_comparison

        return write_comparison(self, path)

    def to_frame(self, backend: str | None = None) -> Any:
        """Source, feature, score, shifted, effects, q-value: a line for each pair.

        ``backend`` is "pandas", "polars" or "pyarrow"; by default the first that is installed.
        """
        import pyarrow as pa

        tables = []
        for source, result in self.results.items():
            table = result.to_frame("pyarrow", explain=False)
            names = pa.array([source] * len(table), pa.string())
            tables.append(table.add_column(0, "source", names))
        return as_frame(pa.concat_tables(tables), backend)

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values, ready for JSON; :meth:`from_dict` is the inverse."""
        return {
            "schema": SCHEMA,
            "by": self.by,
            "odd": list(self.odd),
            "pool": list(self.pool),
            "left_out": dict(self.left_out),
            "seconds": self.seconds,
            "sources": [
                {"name": name, "result": result.to_dict()} for name, result in self.results.items()
            ],
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """The result as JSON text, also written to ``path`` if one is given."""
        text = json.dumps(self.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
        if path is not None:
            write_text(text + "\n", path)
        return text

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Comparison:
        schema = data.get("schema") if isinstance(data, Mapping) else None
        if schema != SCHEMA:
            raise _not_saved(f"schema {schema!r}")
        try:
            return cls(
                results={
                    each["name"]: Localization.from_dict(each["result"]) for each in data["sources"]
                },
                pool=tuple(data["pool"]),
                left_out=dict(data["left_out"]),
                by=data["by"],
                seconds=float(data["seconds"]),
            )
        except (KeyError, TypeError, ValueError) as cause:
            raise _not_saved(f"{type(cause).__name__}: {cause}") from cause

    @classmethod
    def from_json(cls, text: str) -> Comparison:
        try:
            content = json.loads(text)
        except ValueError as cause:
            raise _not_saved(str(cause)) from cause
        return cls.from_dict(content)


def is_odd(result: Localization) -> bool:
    return bool(result.shifted.any()) or result.schema.broken


def oddness(result: Localization) -> float:
    """How much a source differs: the effects of its shifted columns together."""
    return float(np.nansum(result.effects[result.shifted]))


def _not_saved(found: str) -> TableError:
    return TableError(
        "this is no saved comparison", expected=f'JSON with "schema": "{SCHEMA}"', found=found
    )
