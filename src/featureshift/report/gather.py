"""From a localization to the data of its report."""

from __future__ import annotations

from featureshift import __version__
from featureshift.errors import FeatureshiftError
from featureshift.explain import ColumnExplanation, Explanation
from featureshift.methods.registry import method_info
from featureshift.repair import repair_hints
from featureshift.report.columns import column_table
from featureshift.report.data import KeyNumber, ReportData, State
from featureshift.report.labels import Labels, relabeled
from featureshift.report.numbers import count
from featureshift.report.provenance import WEIGHTS_NOTE, facts_about, in_one_line, score_name
from featureshift.report.words import lower_first, sentence
from featureshift.result import Localization
from featureshift.tables import Kind, Note

TITLE = "query against reference"
_SCHEMA_NOTES = frozenset(
    (
        *("missing-in-reference", "missing-in-query", "incompatible-types", "unsupported-type"),
        *("timezone-mix", "empty-in-query", "text-read"),
    )
)
"""Codes of notes that say what a change of the schema says."""


def report_data(
    result: Localization, *, title: str = TITLE, explanation: Explanation | None = None
) -> ReportData:
    """All that a renderer needs; explains the result unless an explanation is given.

    A result that cannot be explained, such as one that was loaded from JSON, gives a report
    without evidence, which says so.
    """
    reason = None
    if explanation is None:
        explanation, reason = _explained(result)
    told = _told_by_schema(result)
    columns = () if explanation is None else _culprits_first(explanation)
    table = column_table(result, columns)
    names = {name for column in columns for name in column.together}
    labels = Labels(*result.labels)
    data = ReportData(
        result=result,
        title=f"{labels.query} against {labels.reference}" if title == TITLE else title,
        verdict=_verdict(result),
        schema=result.schema,
        population=_population(explanation),
        about_rows=tuple(sentence(note.message) for note in _about_rows(result)),
        caveats=_caveats(result),
        key_numbers=_key_numbers(result, table.states),
        explanation=explanation,
        explained=each_event_once(columns),
        unexplained=tuple(name for name in result.shifted_features if name not in names),
        no_evidence=reason,
        dated=_dated(result),
        columns=table,
        n_compared=len(result.features),
        n_shifted=int(result.shifted.sum()),
        score_name=score_name(result.method),
        how=in_one_line(result),
        facts=facts_about(result, explanation),
        notes=tuple(
            note
            for note in result.notes
            if note.code != WEIGHTS_NOTE
            and note not in _about_rows(result)
            and not (note.code in _SCHEMA_NOTES and note.column in told)
        ),
        version=__version__,
        seconds=result.seconds,
        undoable=() if explanation is None else repair_hints(result, explanation),
        labels=labels,
    )
    return relabeled(data)


def _explained(result: Localization) -> tuple[Explanation | None, str | None]:
    """The explanation, or why there is none."""
    try:
        return result.explain(), None
    except FeatureshiftError as error:
        return None, error.problem


def _population(explanation: Explanation | None) -> str | None:
    if explanation is None or explanation.population is None:
        return None
    return sentence(explanation.population.words)


def _dated(result: Localization) -> frozenset[str]:
    kept = result.evidence
    if kept is None:
        return frozenset()
    pairs = zip(kept.features, kept.kinds, strict=True)
    return frozenset(name for name, kind in pairs if kind is Kind.DATETIME)


def _culprits_first(explanation: Explanation) -> tuple[ColumnExplanation, ...]:
    """Then what follows from other rows in the table, then what follows a culprit."""
    population = explanation.population
    followers = () if population is None else population.explained
    return tuple(
        sorted(explanation.columns, key=lambda c: (bool(c.passenger_of), c.feature in followers))
    )


def each_event_once(columns: tuple[ColumnExplanation, ...]) -> tuple[ColumnExplanation, ...]:
    """Of columns that moved together, the one that lost its strongest relation stands for all."""
    told: set[str] = set()
    kept = []
    for column in columns:
        if column.feature not in told:
            event = [other for other in columns if other.feature in column.together]
            kept.append(max(event, key=_largest_change))
            told.update(column.together)
    return tuple(kept)


def _largest_change(column: ColumnExplanation) -> float:
    """Of a relation."""
    return max((abs(p.reference - p.query) for p in column.partners), default=0.0)


def _verdict(result: Localization) -> str:
    """What broke in the schema comes first: a column that is gone cannot be compared."""
    broken = result.schema.headline
    return f"{broken}; {_of_the_others(result)}" if broken else _of_all(result)


def _of_the_others(result: Localization) -> str:
    n_shifted, n = int(result.shifted.sum()), len(result.features)
    broken = result.schema.broken_columns
    if not broken:  # the file is written in another way, its columns are as they were
        return lower_first(_of_all(result))
    others = "other" if broken.isdisjoint(result.features) else "compared"
    if n_shifted:
        return f"{n_shifted:,} of the {n:,} {others} columns shifted"
    if result.status == "too few rows":
        return f"too few rows to judge the {others} {n:,}"
    return f"no shift in the {others} {n:,}"


def _told_by_schema(result: Localization) -> set[str | None]:
    changes = result.schema.changes
    return {name for change in changes for name in (change.column, change.other)}


def _of_all(result: Localization) -> str:
    n_shifted, n = int(result.shifted.sum()), len(result.features)
    if n_shifted:
        return f"{n_shifted:,} of {count(n, 'column')} shifted"
    if result.status == "too few rows":
        return f"Too few rows to judge {count(n, 'column')}"
    return f"No shift found in {count(n, 'column')}"


def _about_rows(result: Localization) -> tuple[Note, ...]:
    return () if result.table is None else result.table.notes


def _caveats(result: Localization) -> tuple[str, ...]:
    info = method_info(result.method)
    if info is None or info.finds_joint_shifts:
        return ()
    return (
        f"{result.method} looks at each column by itself: a column whose own distribution is "
        "unchanged, but whose relation to other columns broke, would not be seen.",
    )


def _key_numbers(result: Localization, states: tuple[State, ...]) -> tuple[KeyNumber, ...]:
    following, left_out = states.count(State.PASSENGER), states.count(State.LEFT_OUT)
    numbers = [KeyNumber(f"{int(result.shifted.sum()):,}", "columns shifted")]
    if following:
        numbers.append(KeyNumber(f"{following:,}", "of them follow others"))
    numbers.append(KeyNumber(f"{len(result.features):,}", "columns compared"))
    if left_out:
        numbers.append(KeyNumber(f"{left_out:,}", "columns left out"))
    numbers.append(KeyNumber(f"{result.rows_used.reference:,}", "reference rows"))
    numbers.append(KeyNumber(f"{result.rows_used.query:,}", "query rows"))
    return tuple(numbers)
