"""From a localization to an explanation of each shifted column."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from featureshift.errors import OptionError, TableError
from featureshift.event import Event
from featureshift.explain.alternative import alternative, doubted
from featureshift.explain.case import Case
from featureshift.explain.changes import changes
from featureshift.explain.charts import chart, pair_view
from featureshift.explain.columns import ColumnPair, column_pairs
from featureshift.explain.diagnoses import diagnose, follows, moved_together
from featureshift.explain.evidence import ColumnExplanation, Diagnosis, Explanation, Partner
from featureshift.explain.nature import broken_relations, nature
from featureshift.explain.passengers import passengers
from featureshift.explain.prediction import predict
from featureshift.explain.quantities import decimals
from featureshift.explain.relations import Relation, relate
from featureshift.explain.where.families import families
from featureshift.explain.where.finding import Confined, confined
from featureshift.result import Localization
from featureshift.tables.kept import KeptRows

MOST_PARTNERS = 5
"""Shown of each column."""
STRONG = 0.2
FOLLOWING = ("joint", "unclear")
"""A column that changed in any other way is nobody's passenger."""


def explain_localization(result: Localization, max_columns: int = 50) -> Explanation:
    """Explain at most ``max_columns`` shifted columns, those with the highest scores first."""
    if max_columns < 0:
        raise OptionError("max_columns is no count", expected="0 or more", found=repr(max_columns))
    if result.evidence is None and result.saved_explanation is not None:
        return _first(_saved(result.saved_explanation), max_columns)
    shifted = result.shifted_features
    if not shifted:
        return Explanation((), *result.rows_used, retyped=_retyped(result))
    kept = result.evidence
    if kept is None:
        raise _no_rows()
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # squares of 1e300
        return _explanation(result, kept, shifted, max_columns)


def _explanation(
    result: Localization, kept: KeptRows, shifted: tuple[str, ...], max_columns: int
) -> Explanation:
    scores = dict(zip(result.features, result.scores.tolist(), strict=True))
    columns = column_pairs(kept)
    flagged = {name: columns[name] for name in shifted if name in columns}
    cases = {name: _case(name, columns, flagged, kept) for name in list(flagged)[:max_columns]}
    broken = {name: broken_relations(c.relations, kept.compared) for name, c in cases.items()}
    changed = {name for name, case in cases.items() if nature(case, ()) not in FOLLOWING}
    follow = passengers(broken, changed)
    for name, case in cases.items():
        if any(r.partner in follow for r in case.relations):
            # Whoever merely follows is a witness like any column that was not flagged.
            cases[name] = _case(name, columns, _without(flagged, follow), kept)
    n_rows = kept.query.n_rows
    tried = families(kept, columns, changed)
    some_rows = {
        name: confined(case, tried, columns, partial(_case_of, name, flagged, kept), n_rows)
        for name, case in cases.items()
        if name not in follow
    }
    explained = [
        _explained(
            case, scores[name], broken[name], follow.get(name, ()), columns, some_rows.get(name)
        )
        for name, case in cases.items()
    ]
    return Explanation(
        columns=tuple(_in_event(column, result.events) for column in explained),
        rows_reference=len(kept.reference.rows),
        rows_query=len(kept.query.rows),
        not_explained=tuple(name for name in shifted if name not in cases),
        retyped=_retyped(result),
    )


def _without(flagged: Mapping[str, ColumnPair], names: Collection[str]) -> dict[str, ColumnPair]:
    return {name: column for name, column in flagged.items() if name not in names}


def _case(
    name: str,
    columns: Mapping[str, ColumnPair],
    flagged: Mapping[str, ColumnPair],
    kept: KeptRows,
) -> Case:
    column = columns[name]
    partners = [columns[p] for p in kept.partners[kept.features.index(name)]]
    sound = [p for p in partners if p.feature not in flagged]
    relations = sorted((relate(column, p) for p in partners), key=lambda r: -abs(r.z))
    others = {other: pair for other, pair in flagged.items() if other != name}
    prediction = predict(column, sound or partners)
    return Case(column, tuple(relations), prediction, others, kept.compared)


def _case_of(
    name: str, flagged: Collection[str], kept: KeptRows, some: Mapping[str, ColumnPair]
) -> Case:
    """Of some rows of all columns."""
    return _case(name, some, {other: some[other] for other in flagged}, kept)


def _explained(
    case: Case,
    score: float,
    broken: tuple[Relation, ...],
    culprits: tuple[str, ...],
    columns: Mapping[str, ColumnPair],
    rows: Confined | None,
) -> ColumnExplanation:
    judged = case if rows is None else rows.inside
    own = [r for r in broken if r.partner not in case.flagged]
    kind = nature(judged, own)
    if kind == "unclear" and broken:
        kind = "joint"
    shown = _shown(case.relations, broken)
    broke = kind in ("joint", "both") and bool(shown)
    diagnoses = _diagnoses(judged, kind, broken, columns)
    if rows is not None:  # the rows were searched for: nothing about them is certain
        diagnoses = tuple(_less_sure(diagnosis) for diagnosis in diagnoses)
    return ColumnExplanation(
        feature=case.column.feature,
        score=score,
        kind=kind,
        passenger_of=culprits,
        changes=changes(case.column),
        partners=tuple(_partner(relation) for relation in shown),
        diagnoses=(follows(culprits),) if culprits else diagnoses,
        chart=chart(case.column),
        pair_view=pair_view(case.column, columns[shown[0].partner]) if broke else None,
        where=None if rows is None else rows.where,
        decimals=None if case.column.categorical else decimals(case.column.before),
    )


def _less_sure(diagnosis: Diagnosis) -> Diagnosis:
    return replace(diagnosis, confidence="medium") if diagnosis.confidence == "high" else diagnosis


def _in_event(column: ColumnExplanation, events: Sequence[Event]) -> ColumnExplanation:
    """An event explains its columns better than each of them alone would be."""
    event = next((event for event in events if column.feature in event.columns), None)
    if event is None:
        return column
    own = [each for each in column.diagnoses if each.code not in ("shuffled", "unclear")]
    return replace(
        column,
        passenger_of=(),
        diagnoses=(moved_together(event), *own),
        moved_with=tuple(name for name in event.columns if name != column.feature),
    )


def _diagnoses(
    case: Case, kind: str, broken: tuple[Relation, ...], columns: Mapping[str, ColumnPair]
) -> tuple[Diagnosis, ...]:
    found = diagnose(case)
    if kind != "joint":  # a column whose own distribution changed did change
        return found
    other = alternative(case.column.feature, broken, columns)
    return found if other is None else doubted(found, other)


def _shown(relations: Sequence[Relation], broken: Sequence[Relation]) -> list[Relation]:
    """Broken relations first, then strong ones that held."""
    held = sorted(
        (r for r in relations if r not in broken and abs(r.reference) > STRONG),
        key=lambda r: -abs(r.reference),
    )
    return [*broken, *held][:MOST_PARTNERS]


def _partner(relation: Relation) -> Partner:
    return Partner(relation.partner, relation.measure, relation.reference, relation.query)


def _retyped(result: Localization) -> dict[str, Diagnosis]:
    """Of columns that were left out, what their notes say."""
    return {
        note.column: Diagnosis("type-changed", f"the column {note.message}", "high")
        for note in result.notes
        if note.code == "incompatible-types" and note.column is not None
    }


def _saved(data: Mapping[str, Any]) -> Explanation:
    try:
        return Explanation.from_dict(data)
    except (KeyError, TypeError, ValueError, AttributeError) as cause:
        raise TableError(
            "the explanation that was saved with this result cannot be read",
            expected="what featureshift wrote",
            found=f"{type(cause).__name__}: {cause}",
        ) from cause


def _first(explanation: Explanation, max_columns: int) -> Explanation:
    rest = tuple(column.feature for column in explanation.columns[max_columns:])
    return replace(
        explanation,
        columns=explanation.columns[:max_columns],
        not_explained=rest + tuple(explanation.not_explained),
    )


def _no_rows() -> TableError:
    return TableError(
        "this result holds no rows to explain it from",
        expected="a result straight from localize(), or one saved with its explanation",
        found="one loaded from JSON, where only scores are saved",
        remedy="run localize() again on the tables, and save with to_json() or report()",
    )
