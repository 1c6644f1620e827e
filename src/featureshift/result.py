"""The answer: which features are shifted, how strongly each, and how that was found."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import (
    AmbiguousTruthError,
    FeatureshiftError,
    ShiftFound,
    TableError,
    UnknownNameError,
)
from featureshift.event import Event
from featureshift.feature import Feature
from featureshift.result_frame import result_frame
from featureshift.rows.facts import TableFacts
from featureshift.tables import Note
from featureshift.tables.kept import KeptRows
from featureshift.tables.schema import SchemaVerdict
from featureshift.written_whole import write_text

if TYPE_CHECKING:
    from featureshift.explain import Explanation
    from featureshift.repair import Repaired

Status = Literal["shifted", "no shift found", "too few rows"]
SCHEMA = "featureshift.localization/1"
_SAVED = ("name", "score", "shifted", "effect", "effect_values", "effect_relations", "q_value")
"""Keys of a feature in JSON."""
MOST_EXPLAINED = 50
"""Columns, unless more are asked for."""


class RowsUsed(NamedTuple):
    reference: int
    query: int


def _not_measured() -> NDArray[np.float64]:
    return np.empty(0)


@dataclass(frozen=True, eq=False)
class Localization:
    """Frozen result of :func:`featureshift.localize`; arrays are read-only and [features] long."""

    features: tuple[str, ...]
    """Names of the compared features, in the order of the reference."""
    scores: NDArray[np.float64]
    """The larger, the more shifted; the scale is the method's own."""
    shifted: NDArray[np.bool_]
    threshold: float | None
    """A feature is shifted if its score exceeds this; None if the number to find was given. Not so
    where rows are too few to judge (``status``), or an effect is below ``min_effect``."""
    method: str
    rows_used: RowsUsed
    seconds: float
    notes: tuple[Note, ...] = ()
    """Columns that were left out or read in a special way, and what else should be known."""
    table: TableFacts | None = None
    """What is true of the rows as a whole: copies, dependence, too few; None in older results."""
    schema: SchemaVerdict = field(default_factory=SchemaVerdict)
    """Columns that are gone, new, renamed, or of another type or code; empty in older results."""
    effect_values: NDArray[np.float64] = field(default_factory=_not_measured, repr=False)
    """How far the values of both tables are apart: 0 nothing, 1 no overlap."""
    effect_relations: NDArray[np.float64] = field(default_factory=_not_measured, repr=False)
    """Change of the share of the variance that related columns explain; NaN if not measured."""
    q_values: NDArray[np.float64] | None = None
    """The share of wrong flags to expect if a feature and all with higher scores are flagged; None
    where the method's scores are neither probabilities nor p-values."""
    events: tuple[Event, ...] = ()
    """Shifted columns that moved together; the others changed each by itself."""
    labels: tuple[str, str] = ("reference", "query")
    """What people call the two tables, in all that they read."""
    evidence: KeptRows | None = field(default=None, repr=False)
    """Rows of the shifted columns and their partners, for :meth:`explain`; not saved in JSON."""
    saved_explanation: Mapping[str, Any] | None = field(default=None, repr=False)
    """Of a result that was loaded with one."""

    def __post_init__(self) -> None:
        for name in ("effect_values", "effect_relations"):
            if not len(getattr(self, name)):
                object.__setattr__(self, name, np.full(len(self.features), np.nan))
        self._protect()

    def _protect(self) -> None:
        """Nobody writes to what a verdict rests on."""
        arrays = self.scores, self.shifted, self.effect_values, self.effect_relations
        for array in arrays if self.q_values is None else (*arrays, self.q_values):
            array.setflags(write=False)

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Copies and what was pickled are as they were; arrays would come back writable."""
        self.__dict__.update(state)
        self._protect()
        if "effects" in self.__dict__:
            self.effects.setflags(write=False)

    @cached_property
    def effects(self) -> NDArray[np.float64]:
        """How much each feature changed, shifted or not, from 0 to 1: the larger effect of its own.

        NaN in a result that was saved before effects were measured.
        """
        larger = np.fmax(self.effect_values, self.effect_relations)
        larger.setflags(write=False)
        return larger

    @property
    def status(self) -> Status:
        """The verdict on the tables in a word or three."""
        if self.shifted.any():
            return "shifted"
        few = self.table is not None and self.table.too_few_rows
        return "too few rows" if few else "no shift found"

    @property
    def shifted_features(self) -> tuple[str, ...]:
        """Names of the shifted features, highest score first."""
        order = np.argsort(-self.scores, kind="stable")
        return tuple(self.features[j] for j in order if self.shifted[j])

    def __repr__(self) -> str:
        names = self.shifted_features
        shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        return (
            f"Localization({len(names)} of {len(self.features)} features shifted"
            f"{': ' + shown if names else ''}; method={self.method!r}, "
            f"rows={self.rows_used.reference} vs {self.rows_used.query})"
        )

    def __str__(self) -> str:
        """What the command line prints."""
        from featureshift.report import result_text

        return result_text(self)

    def __getitem__(self, name: str) -> Feature:
        """All that is known about one column: ``result["income"].what_happened``."""
        if name not in self.features:
            raise UnknownNameError("column", str(name), self.features)
        j = self.features.index(name)
        q = None if self.q_values is None else float(self.q_values[j])
        known = float(self.scores[j]), bool(self.shifted[j]), float(self.effects[j])
        return Feature(name, *known, q, self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.features)

    def __len__(self) -> int:
        """Compared features."""
        return len(self.features)

    def __contains__(self, name: object) -> bool:
        return name in self.features

    def __bool__(self) -> bool:
        """Always an error: "too few rows" is neither true nor false."""
        raise AmbiguousTruthError(
            "a localization is neither true nor false",
            remedy="ask result.shifted.any(), result.status, or call result.raise_if_shifted()",
        )

    def raise_if_shifted(self) -> None:
        """Raise :class:`featureshift.errors.ShiftFound` with the list if any column is shifted."""
        if self.shifted.any():
            raise ShiftFound(self.shifted_features, len(self.features))

    def explain(self, max_columns: int = MOST_EXPLAINED) -> Explanation:
        """What happened to each shifted column, for at most ``max_columns``, most certain first.

        Works on rows that the result keeps. A result that was loaded from JSON gives the
        explanation that was saved with it, and raises if there is none.
        """
        if max_columns == MOST_EXPLAINED:
            return self._explanation
        return self._explained(max_columns)

    @cached_property
    def _explanation(self) -> Explanation:
        return self._explained(MOST_EXPLAINED)

    def _explained(self, max_columns: int) -> Explanation:
        from featureshift.explain import explain_localization

        return explain_localization(self, max_columns)

    def repair(
        self,
        query: Any,
        reference: Any = None,
        *,
        confidence: str = "high",
        impute: bool = False,
        seed: int = 0,
    ) -> Repaired:
        """Undo what happened to the query, as far as it is known and can be undone.

        Other units, offsets, signs, exchanged columns, renamed categories, columns some rows late
        are put right; limits and codes such as -999 are marked as missing; copies of rows that
        only the query has are dropped. All else stays as it is, bit by bit.

        Parameters
        ----------
        query
            The table that was compared, or one that went through the same. A stretch of rows to
            which a change is confined is found by its place: rows must stand as they did.
        reference
            Needed for ``repaired.remaining``, which compares again, and for ``impute``.
        confidence
            Of the diagnoses that are acted upon, at least: "high", "medium" or "low". What is
            confined to some rows is never known with high confidence.
        impute
            Replace shifted columns that cannot be repaired: by draws from the reference, given the
            columns that are not shifted.
        seed
            Of these draws.
        """
        from featureshift.repair import repair

        return repair(self, query, reference, confidence=confidence, impute=impute, seed=seed)

    def repair_code(self, dialect: str = "pandas", *, confidence: str = "high") -> str:
        """The repair as lines of "pandas" or "polars", which make ``repaired`` of ``query``."""
        from featureshift.repair import repair_code

        return repair_code(self, dialect, confidence)

    def drop(self, query: Any) -> Any:
        """The query without its shifted columns, as the kind of table it is."""
        from featureshift.repair import drop_shifted

        return drop_shifted(self, query)

    def report(self, path: str | Path, *, title: str = "query against reference") -> Path:
        """Write a report and return its path; the suffix says which: html, md, xml (JUnit), json.

        A result that cannot be explained gives a report without evidence, which says so.
        """
        from featureshift.report import write_report

        return write_report(self, path, title=title)

    def _repr_html_(self) -> str:
        """The short form of the report, for notebooks."""
        from featureshift.report import short_report

        return short_report(self)

    def to_frame(self, backend: str | None = None, *, explain: bool = True) -> Any:
        """Feature, score, shifted, effects, q-value and what happened, highest score first.

        ``backend`` is "pandas", "polars" or "pyarrow"; by default the first that is installed.
        ``explain=False`` saves the time to find out what happened: kind, words, confidence.
        """
        return result_frame(self, backend, explain)

    @property
    def _q_values_or_nan(self) -> NDArray[np.float64]:
        return np.full(len(self.features), np.nan) if self.q_values is None else self.q_values

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values, ready for JSON; :meth:`from_dict` is the inverse.

        Without an explanation, unless the result was loaded with one.
        """
        saved = self.saved_explanation
        return self._fields() | ({} if saved is None else {"explanation": dict(saved)})

    def _fields(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "status": self.status,
            "method": self.method,
            "threshold": self.threshold,
            "rows_used": self.rows_used._asdict(),
            "labels": list(self.labels),
            "seconds": self.seconds,
            "features": [
                dict(zip(_SAVED, line, strict=True))
                for line in zip(
                    self.features,
                    self.scores.tolist(),
                    self.shifted.tolist(),
                    _or_null(self.effects),
                    _or_null(self.effect_values),
                    _or_null(self.effect_relations),
                    _or_null(self._q_values_or_nan),
                    strict=True,
                )
            ],
            "table": None if self.table is None else self.table.to_dict(),
            "schema_verdict": self.schema.to_dict(),
            "events": [event.to_dict() for event in self.events],
            "notes": [note._asdict() for note in self.notes],
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """The result as JSON text, with its explanation, also written to ``path`` if one is given.

        A result that cannot be explained is saved without.
        """
        content = self.to_dict()
        with suppress(FeatureshiftError):
            content["explanation"] = self.explain().to_dict()
        text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
        if path is not None:
            write_text(text + "\n", path)
        return text

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Localization:
        schema = data.get("schema") if isinstance(data, Mapping) else None
        if schema != SCHEMA:
            raise _not_saved(f"schema {schema!r}")
        try:
            return cls._from_fields(data)
        except (KeyError, TypeError, ValueError) as cause:
            raise _not_saved(f"{type(cause).__name__}: {cause}") from cause

    @classmethod
    def _from_fields(cls, data: Mapping[str, Any]) -> Localization:
        return cls(
            features=tuple(feature["name"] for feature in data["features"]),
            scores=np.array([feature["score"] for feature in data["features"]], np.float64),
            shifted=np.array([feature["shifted"] for feature in data["features"]], np.bool_),
            threshold=data["threshold"],
            method=data["method"],
            rows_used=RowsUsed(**data["rows_used"]),
            seconds=data["seconds"],
            notes=tuple(Note(**note) for note in data["notes"]),
            table=None if data.get("table") is None else TableFacts(**data["table"]),
            schema=SchemaVerdict.from_dict(data.get("schema_verdict", {"changes": ()})),
            effect_values=_numbers(data, "effect_values"),
            effect_relations=_numbers(data, "effect_relations"),
            q_values=None if np.isnan(q := _numbers(data, "q_value")).all() else q,
            events=tuple(Event.from_dict(event) for event in data.get("events", ())),
            labels=tuple(data.get("labels", ("reference", "query"))),
            saved_explanation=data.get("explanation"),
        )

    @classmethod
    def from_json(cls, text: str) -> Localization:
        try:
            content = json.loads(text)
        except ValueError as cause:
            raise _not_saved(str(cause)) from cause
        return cls.from_dict(content)


def _or_null(numbers: NDArray[np.float64]) -> list[float | None]:
    """For JSON, which has no NaN."""
    return [None if math.isnan(number) else number for number in numbers.tolist()]


def _numbers(data: Mapping[str, Any], key: str) -> NDArray[np.float64]:
    """Of each feature; NaN where it is null, or missing from what an earlier version saved."""
    return np.array([feature.get(key) for feature in data["features"]], np.float64)


def _not_saved(found: str) -> TableError:
    return TableError(
        "this is no saved localization", expected=f'JSON with "schema": "{SCHEMA}"', found=found
    )
