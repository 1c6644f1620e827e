"""What other rows in the table explain, and how that rewrites what is told of the columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from featureshift.explain.case import Case
from featureshift.explain.changes import changes
from featureshift.explain.charts import chart
from featureshift.explain.columns import OVERLAP, ColumnPair
from featureshift.explain.diagnoses import CHANGED, diagnose
from featureshift.explain.evidence import ColumnExplanation, Diagnosis, Population
from featureshift.explain.gathering import gather
from featureshift.explain.lattice import carried_by
from featureshift.explain.population import Found, find_population
from featureshift.explain.population.telling import (
    DIFFERS,
    are_different,
    different,
    drives,
    follows_from,
    re_weighted,
)
from featureshift.explain.proposals import judge_unchanged
from featureshift.explain.rules import constant, scale
from featureshift.tables.kept import KeptRows

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
NO_SELECTION = (
    "type-changed",
    "clipping",
    "rounding",
    "sentinel",
    "outliers",
    "date-precision",
    "day-month-swapped",
    "epoch-unit",
)
"""What no choice of rows can do to a column."""
OF_ALL_VALUES = ("scale", "reflection", "swapped")
"""What makes other values of all; two populations may lie an offset apart."""


def find_drivers(
    columns: Mapping[str, ColumnPair], kept: KeptRows, besides: Collection[str]
) -> Found | None:
    """No column is a driver whose cells bear the traces of a mishap."""
    found = find_population(columns, besides)
    if found is None:
        return None
    first = {name: diagnose(gather(name, columns, {}, kept))[0] for name in found.names}
    marked = {
        name
        for name, said in first.items()
        if said.code in NO_SELECTION or _is_proven(columns[name], said)
    }
    return find_drivers(columns, kept, {*besides, *marked}) if marked else found


def explained_by_rows(
    found: Found, kept: KeptRows, columns: Mapping[str, ColumnPair], shifted: Sequence[str]
) -> dict[str, Diagnosis]:
    """Shifted columns that the population explains -> what is said of them."""
    said = {d.feature: drives(d, found) for d in found.drivers if d.feature in shifted}
    plain = {name: gather(name, columns, {}, kept) for name in shifted if name not in said}
    now = {name: gather(name, found.columns, {}, kept) for name in plain}
    # Who changed beyond that is no witness for the others.
    beyond = {n: found.columns[n] for n in plain if not _same_values(now[n], plain[n])}
    for name, case in plain.items():
        changed = judge_unchanged(case).beyond(case.selection) >= CHANGED
        if changed and name not in beyond and _as_before(gather(name, found.columns, beyond, kept)):
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


def told_population(
    found: Found | None,
    by_rows: Mapping[str, Diagnosis],
    told: Mapping[str, ColumnExplanation],
    columns: Mapping[str, ColumnPair],
    kept: KeptRows,
) -> Population | None:
    keys = {name: said for name in told if (said := constant.changed(columns[name])) is not None}
    changed = [
        name
        for name, column in told.items()
        if name not in keys and column.kind in OWN_CHANGE and not is_a_mishap(column, columns[name])
    ]
    if (keys and changed) or are_different(changed, kept.compared):
        named = [replace(said, words=f"'{name}': {said.words}") for name, said in keys.items()]
        return different(changed, kept.compared, named)
    if found is None:
        return None
    followers = [name for name in by_rows if name not in found.names]
    return re_weighted(found, followers, [n for n in told if told[n].kind != "unclear"])


def with_the_rows(column: ColumnPair, score: float, said: Diagnosis) -> ColumnExplanation:
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


def is_a_mishap(column: ColumnExplanation, pair: ColumnPair) -> bool:
    """Whether no other population would look like this: it has not the values, or not the grid."""
    first = column.diagnoses[0]
    apart = first.code in OF_ALL_VALUES and pair.overlap < OVERLAP
    certain = apart and first.confidence == "high"
    return column.where is None and (certain or _is_proven(pair, first))


def _is_proven(pair: ColumnPair, said: Diagnosis) -> bool:
    """By the grid of the column."""
    numbers = said.numbers
    if pair.categorical or pair.dated or said.code not in ("scale", "offset", "reflection"):
        return False
    offset = 2 * numbers["center"] if "center" in numbers else numbers.get("offset", 0.0)
    return carried_by(pair, numbers.get("factor", 1.0), offset)


def in_doubt(column: ColumnExplanation, pair: ColumnPair) -> ColumnExplanation:
    """Between different populations almost any mishap seems to fit some column."""
    own = column.diagnoses
    unit = own[0].confidence == "high" and own[0].numbers.get("factor") in scale.UNMISTAKABLE
    if own[0].code in TRACES or unit or is_a_mishap(column, pair):
        return column
    told = tuple(replace(said, confidence="low") for said in own if said.code != "unclear")
    return replace(
        column, kind="population", passenger_of=(), where=None, diagnoses=(DIFFERS, *told)
    )
