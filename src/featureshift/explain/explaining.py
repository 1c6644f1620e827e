"""From a localization to an explanation of each shifted column."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from featureshift.errors import OptionError, TableError
from featureshift.event import Event
from featureshift.explain.attempt import attempt
from featureshift.explain.columns import column_pairs
from featureshift.explain.diagnoses import moved_together
from featureshift.explain.each_column import explain_each, unexplained
from featureshift.explain.evidence import ColumnExplanation, Diagnosis, Explanation
from featureshift.explain.other_rows import (
    explained_by_rows,
    find_drivers,
    in_doubt,
    told_population,
    with_the_rows,
)
from featureshift.explain.words import percent
from featureshift.no_float_warnings import no_float_warnings
from featureshift.result import Localization
from featureshift.tables.kept import KeptRows

MATERIAL = 0.1
"""Share of the variance of a column that others must have ceased to explain, to be told."""
CURVED = "its relation to other columns changed, as correlations do not show"


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
    with no_float_warnings():  # squares of 1e300
        found = attempt(partial(_explanation, result, kept, shifted, max_columns), None)
    return _nothing_found(result, shifted, max_columns) if found is None else found


def _nothing_found(result: Localization, shifted: tuple[str, ...], max_columns: int) -> Explanation:
    """The verdict stands, whatever became of its explanation."""
    scores = dict(zip(result.features, result.scores.tolist(), strict=True))
    return Explanation(
        tuple(unexplained(name, scores[name]) for name in shifted[:max_columns]),
        *result.rows_used,
        not_explained=shifted[max_columns:],
        retyped=_retyped(result),
    )


def _explanation(
    result: Localization, kept: KeptRows, shifted: tuple[str, ...], max_columns: int
) -> Explanation:
    scores = dict(zip(result.features, result.scores.tolist(), strict=True))
    columns = column_pairs(kept)
    names = [name for name in shifted if name in columns][:max_columns]
    found = attempt(partial(find_drivers, columns, kept, ()), None)
    by_rows: dict[str, Diagnosis] = {}
    if found is not None:
        by_rows = attempt(partial(explained_by_rows, found, kept, columns, names), by_rows)
    if not by_rows:
        found = None
    others = [name for name in shifted if name in columns and name not in by_rows]
    judged = columns if found is None else found.columns
    told = explain_each(judged, columns, kept, others, scores, max_columns)
    lost = dict(zip(result.features, result.effect_relations.tolist(), strict=True))
    told = {name: _no_longer_explained(column, lost[name]) for name, column in told.items()}
    population = attempt(partial(told_population, found, by_rows, told, columns, kept), None)
    if population is not None and population.different:
        told = {name: in_doubt(column, columns[name]) for name, column in told.items()}
    else:
        # What seemed lost over all rows may hold given the drivers.
        held = [] if found is None else [n for n, c in told.items() if c.kind == "unclear"]
        besides = {*by_rows, *held}
        told = {name: _in_event(column, result.events, besides) for name, column in told.items()}
    told |= {
        name: with_the_rows(columns[name], scores[name], diagnosis)
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


def _no_longer_explained(column: ColumnExplanation, lost: float) -> ColumnExplanation:
    """What ranks do not show, such as a square: others explain so much less of the column."""
    if column.kind != "unclear" or column.passenger_of or not lost >= MATERIAL:
        return column
    said = Diagnosis("unclear", f"{CURVED}: they explained {percent(lost)} more of it", "low")
    return replace(column, kind="joint", diagnoses=(said,))


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
