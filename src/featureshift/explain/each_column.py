"""What happened to each shifted column by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from featureshift.explain.alternative import alternative, doubted
from featureshift.explain.attempt import attempt
from featureshift.explain.case import Case
from featureshift.explain.changes import changes
from featureshift.explain.charts import chart, pair_view
from featureshift.explain.columns import ColumnPair
from featureshift.explain.diagnoses import diagnose, follows
from featureshift.explain.evidence import NO_CHART, ColumnExplanation, Diagnosis, Partner
from featureshift.explain.gathering import gather, gather_some
from featureshift.explain.nature import broken_relations, nature
from featureshift.explain.passengers import passengers
from featureshift.explain.quantities import decimals
from featureshift.explain.relations import Relation
from featureshift.explain.rules import trend
from featureshift.explain.where.families import Family, families
from featureshift.explain.where.finding import Confined, confined
from featureshift.tables.kept import KeptRows

MOST_PARTNERS = 5
"""Shown of each column."""
STRONG = 0.2
OF_VALUES = ("scale", "offset", "reflection", "date-precision")
"""Diagnoses that digits can prove."""
FOLLOWING = ("joint", "unclear")
"""A column that changed in any other way is nobody's passenger."""


def explain_each(
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
    wanted = list(flagged)[:max_columns]
    cases: dict[str, Case] = {}
    broken: dict[str, tuple[Relation, ...]] = {}
    natures: dict[str, str] = {}
    for name in wanted:
        looked = attempt(partial(_looked_at, name, judged, flagged, kept), None)
        if looked is not None:
            cases[name], broken[name], natures[name] = looked
    changed = {name for name, kind in natures.items() if kind not in FOLLOWING}
    follow = passengers(broken, changed)
    for name, case in cases.items():
        if any(r.partner in follow for r in case.relations):
            # Whoever merely follows is a witness like any column that was not flagged.
            witnessed = partial(gather, name, judged, _without(flagged, follow), kept)
            cases[name] = attempt(witnessed, case)
    tried = attempt(partial(families, kept, judged, changed), ())
    some_rows = {
        name: attempt(partial(_some_rows, case, tried, judged, flagged, kept), None)
        for name, case in cases.items()
        if name not in follow and tried
    }
    told = {}
    for name in wanted:
        told[name] = unexplained(name, scores[name])
        if name in cases:
            explained = partial(
                _explained,
                cases[name],
                columns[name],
                scores[name],
                broken[name],
                follow.get(name, ()),
                columns,
                some_rows.get(name),
            )
            told[name] = attempt(explained, told[name])
    return told


def _looked_at(
    name: str,
    judged: Mapping[str, ColumnPair],
    flagged: Mapping[str, ColumnPair],
    kept: KeptRows,
) -> tuple[Case, tuple[Relation, ...], str]:
    """The case of a column, its relations that broke, and what kind of change that is."""
    case = gather(name, judged, flagged, kept)
    return case, broken_relations(case.relations, kept.compared), nature(case, ())


def _some_rows(
    case: Case,
    tried: Sequence[Family],
    judged: Mapping[str, ColumnPair],
    flagged: Mapping[str, ColumnPair],
    kept: KeptRows,
) -> Confined | None:
    if _drifts(case):
        return None
    some = partial(gather_some, case.column.feature, flagged, kept)
    return confined(case, tried, judged, some, kept.query.n_rows)


def unexplained(name: str, score: float) -> ColumnExplanation:
    """The card of a column that could not be looked at."""
    said = Diagnosis(
        "unclear", "what happened could not be worked out: its values defy the arithmetic", "low"
    )
    return ColumnExplanation(name, score, "unclear", (), (), (), (said,), NO_CHART, None)


def _without(flagged: Mapping[str, ColumnPair], names: Collection[str]) -> dict[str, ColumnPair]:
    return {name: column for name, column in flagged.items() if name not in names}


def _drifts(case: Case) -> bool:
    """Of a drift, the later rows are farther away: that is not confined to any of them."""
    return any(True for _ in trend.propose(case)) and diagnose(case)[0].code == "trend"


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
    diagnoses = _diagnoses(judged, kind, broken, columns, shown_column if rows is None else None)
    if kind == "unclear" and diagnoses[0].code in OF_VALUES:
        kind = "marginal"  # proven by its digits, however little its distribution moved
    view = None
    if broke:
        view = attempt(partial(pair_view, shown_column, columns[shown[0].partner]), None)
    if rows is not None:  # the rows were searched for: nothing about them is certain
        diagnoses = tuple(_less_sure(diagnosis) for diagnosis in diagnoses)
    return ColumnExplanation(
        feature=case.column.feature,
        score=score,
        kind=kind,
        passenger_of=culprits,
        changes=attempt(partial(changes, shown_column), ()),
        partners=tuple(_partner(relation) for relation in shown),
        diagnoses=(follows(culprits),) if culprits else diagnoses,
        chart=attempt(partial(chart, shown_column), NO_CHART),
        pair_view=view,
        where=None if rows is None else rows.where,
        decimals=None if case.column.categorical else decimals(case.column.before),
    )


def _less_sure(diagnosis: Diagnosis) -> Diagnosis:
    return replace(diagnosis, confidence="medium") if diagnosis.confidence == "high" else diagnosis


def _diagnoses(
    case: Case,
    kind: str,
    broken: tuple[Relation, ...],
    columns: Mapping[str, ColumnPair],
    shown: ColumnPair | None,
) -> tuple[Diagnosis, ...]:
    found = diagnose(case, shown)
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
