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
from featureshift.explain.diagnoses import CHANGED, diagnose, follows, moved_together
from featureshift.explain.evidence import (
    ColumnExplanation,
    Diagnosis,
    Explanation,
    Partner,
    Population,
)
from featureshift.explain.nature import broken_relations, nature
from featureshift.explain.passengers import passengers
from featureshift.explain.population import Found, find_population
from featureshift.explain.population.telling import (
    DIFFERS,
    are_different,
    different,
    drives,
    follows_from,
    re_weighted,
)
from featureshift.explain.prediction import predict
from featureshift.explain.proposals import judge_unchanged
from featureshift.explain.quantities import decimals
from featureshift.explain.relations import Relation, relate
from featureshift.explain.rules import constant, scale, trend
from featureshift.explain.where.families import families
from featureshift.explain.where.finding import Confined, confined
from featureshift.result import Localization
from featureshift.tables.kept import KeptRows

MOST_PARTNERS = 5
"""Shown of each column."""
STRONG = 0.2
FOLLOWING = ("joint", "unclear")
"""A column that changed in any other way is nobody's passenger."""
OWN_CHANGE = ("marginal", "both")
MOST_LEFT = 0.25
"""Of the distance between two distributions, what a population may leave open."""
TRACES = (
    "type-changed",
    "missingness",
    "sentinel",
    "category-new",
    "outliers",
    "constant",
    "other-period",
)
"""What can be seen in the cells themselves, whatever else differs."""
NO_SELECTION = ("type-changed", "clipping", "rounding", "sentinel", "outliers")
"""What no choice of rows can do to a column."""


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
    names = [name for name in shifted if name in columns][:max_columns]
    found = _found(columns, kept, ())
    by_rows = {} if found is None else _by_rows(found, kept, columns, names)
    if not by_rows:
        found = None
    others = [name for name in shifted if name in columns and name not in by_rows]
    judged = columns if found is None else found.columns
    told = _each(judged, columns, kept, others, scores, max_columns)
    population = _population(found, by_rows, told, columns, kept)
    if population is not None and population.different:
        told = {name: _in_doubt(column) for name, column in told.items()}
    else:
        # What seemed lost over all rows may hold given the drivers.
        held = [] if found is None else [n for n, c in told.items() if c.kind == "unclear"]
        besides = {*by_rows, *held}
        told = {name: _in_event(column, result.events, besides) for name, column in told.items()}
    told |= {
        name: _of_population(columns[name], scores[name], diagnosis)
        for name, diagnosis in by_rows.items()
    }
    return Explanation(
        columns=tuple(told[name] for name in names),
        rows_reference=len(kept.reference.rows),
        rows_query=len(kept.query.rows),
        not_explained=tuple(name for name in shifted if name not in names),
        retyped=_retyped(result),
        population=population,
    )


def _found(
    columns: Mapping[str, ColumnPair], kept: KeptRows, besides: Collection[str]
) -> Found | None:
    """No column is a driver whose cells bear the traces of a mishap."""
    found = find_population(columns, besides)
    if found is None:
        return None
    marked = {
        name
        for name in found.names
        if diagnose(_case(name, columns, {}, kept))[0].code in NO_SELECTION
    }
    return _found(columns, kept, {*besides, *marked}) if marked else found


def _each(
    judged: Mapping[str, ColumnPair],
    columns: Mapping[str, ColumnPair],
    kept: KeptRows,
    shifted: Sequence[str],
    scores: Mapping[str, float],
    max_columns: int,
) -> dict[str, ColumnExplanation]:
    """What happened to each column by itself.

    ``judged`` are all columns with the rows that are compared, ``columns`` with those shown.
    """
    flagged = {name: judged[name] for name in shifted}
    cases = {name: _case(name, judged, flagged, kept) for name in list(flagged)[:max_columns]}
    broken = {name: broken_relations(c.relations, kept.compared) for name, c in cases.items()}
    changed = {name for name, case in cases.items() if nature(case, ()) not in FOLLOWING}
    follow = passengers(broken, changed)
    for name, case in cases.items():
        if any(r.partner in follow for r in case.relations):
            # Whoever merely follows is a witness like any column that was not flagged.
            cases[name] = _case(name, judged, _without(flagged, follow), kept)
    n_rows = kept.query.n_rows
    tried = families(kept, judged, changed) if judged is columns else ()
    some_rows = {
        name: confined(case, tried, columns, partial(_case_of, name, flagged, kept), n_rows)
        for name, case in cases.items()
        if name not in follow and tried and not _drifts(case)
    }
    return {
        name: _explained(
            case,
            columns[name],
            scores[name],
            broken[name],
            follow.get(name, ()),
            columns,
            some_rows.get(name),
        )
        for name, case in cases.items()
    }


def _drifts(case: Case) -> bool:
    """Of a drift, the later rows are farther away: that is not confined to any of them."""
    return any(True for _ in trend.propose(case)) and diagnose(case)[0].code == "trend"


def _by_rows(
    found: Found, kept: KeptRows, columns: Mapping[str, ColumnPair], shifted: Sequence[str]
) -> dict[str, Diagnosis]:
    """Shifted columns that the population explains -> what is said of them."""
    said = {d.feature: drives(d, found) for d in found.drivers if d.feature in shifted}
    plain = {name: _case(name, columns, {}, kept) for name in shifted if name not in said}
    now = {name: _case(name, found.columns, {}, kept) for name in plain}
    # Who changed beyond that is no witness for the others.
    beyond = {n: found.columns[n] for n in plain if not _same_values(now[n], plain[n])}
    for name, case in plain.items():
        changed = judge_unchanged(case).beyond(case.selection) >= CHANGED
        if changed and name not in beyond and _as_before(_case(name, found.columns, beyond, kept)):
            said[name] = follows_from(found)
    return said


def _same_values(now: Case, plain: Case) -> bool:
    """Whether nothing or next to nothing is left of a change of the distribution."""
    small = now.identity.distance <= MOST_LEFT * plain.identity.distance
    return small or judge_unchanged(now).margin <= CHANGED + now.selection


def _as_before(now: Case) -> bool:
    """Whether relations and missing cells are those of the reference."""
    left, least = judge_unchanged(now), CHANGED + now.selection
    return left.relation <= least + now.selection and left.missing <= least


def _population(
    found: Found | None,
    by_rows: Mapping[str, Diagnosis],
    told: Mapping[str, ColumnExplanation],
    columns: Mapping[str, ColumnPair],
    kept: KeptRows,
) -> Population | None:
    keys = {name: said for name in told if (said := constant.changed(columns[name])) is not None}
    changed = [
        name for name, column in told.items() if name not in keys and column.kind in OWN_CHANGE
    ]
    if (keys and changed) or are_different(changed, kept.compared):
        named = [replace(said, words=f"'{name}': {said.words}") for name, said in keys.items()]
        return different(changed, kept.compared, named)
    if found is None:
        return None
    followers = [name for name in by_rows if name not in found.names]
    return re_weighted(found, followers, [n for n in told if told[n].kind != "unclear"])


def _of_population(column: ColumnPair, score: float, said: Diagnosis) -> ColumnExplanation:
    return ColumnExplanation(
        feature=column.feature,
        score=score,
        kind="population",
        passenger_of=(),
        changes=changes(column),
        partners=(),
        diagnoses=(said,),
        chart=chart(column),
        pair_view=None,
    )


def _in_doubt(column: ColumnExplanation) -> ColumnExplanation:
    """Between different populations almost any mishap seems to fit some column."""
    own = column.diagnoses
    unit = own[0].confidence == "high" and own[0].numbers.get("factor") in scale.UNMISTAKABLE
    if own[0].code in TRACES or unit:
        return column
    told = tuple(replace(said, confidence="low") for said in own if said.code != "unclear")
    return replace(
        column, kind="population", passenger_of=(), where=None, diagnoses=(DIFFERS, *told)
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
    told_by = tuple(sound or partners)
    prediction = predict(column, told_by)
    return Case(column, tuple(relations), prediction, others, kept.compared, told_by)


def _case_of(
    name: str, flagged: Collection[str], kept: KeptRows, some: Mapping[str, ColumnPair]
) -> Case:
    """Of some rows of all columns."""
    return _case(name, some, {other: some[other] for other in flagged}, kept)


def _explained(
    case: Case,
    shown_column: ColumnPair,
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
        changes=changes(shown_column),
        partners=tuple(_partner(relation) for relation in shown),
        diagnoses=(follows(culprits),) if culprits else diagnoses,
        chart=chart(shown_column),
        pair_view=pair_view(shown_column, columns[shown[0].partner]) if broke else None,
        where=None if rows is None else rows.where,
        decimals=None if case.column.categorical else decimals(case.column.before),
    )


def _less_sure(diagnosis: Diagnosis) -> Diagnosis:
    return replace(diagnosis, confidence="medium") if diagnosis.confidence == "high" else diagnosis


def _in_event(
    column: ColumnExplanation, events: Sequence[Event], besides: Collection[str]
) -> ColumnExplanation:
    """An event explains its columns better than each of them alone would be.

    Columns ``besides`` changed with a population, or not at all given its drivers.
    """
    event = next((event for event in events if column.feature in event.columns), None)
    alone = event is None or len(set(event.columns) - set(besides)) < 2
    if event is None or alone or column.feature in besides:
        return column
    own = [each for each in column.diagnoses if each.code not in ("shuffled", "unclear")]
    return replace(
        column,
        passenger_of=(),
        diagnoses=(moved_together(event), *own),
        moved_with=tuple(
            name for name in event.columns if name != column.feature and name not in besides
        ),
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
