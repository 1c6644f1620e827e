"""The report as Markdown, short enough for a pull request.

Names come from foreign tables: none may become a link, a mention, markup or a cell of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from featureshift.explain import ColumnExplanation
from featureshift.repair import Hint
from featureshift.report.data import ReportData
from featureshift.report.numbers import count, effect, number
from featureshift.report.visible import LONGEST, visible
from featureshift.report.words import (
    KIND_WORDS,
    MOST_NAMES,
    changed_numbers,
    changed_relations,
    confidence_of,
    how_many,
    what_happened,
)

MOST_ROWS = 25
MOST_DETAILED = 10
MOST_NOTES = 10
MOST_HINTS = 10
LONGEST_LINE = 300
"""Characters of a line of code."""
_HARMLESS = re.compile(r"[^\W_]+(_[^\W_]+)*")
_ACTIVE = re.compile(r"[!-/:-@\[-`{-~]")
_ACTIVE_IN_TEXT = re.compile(r"[\\`*_{}\[\]<>#|~@&!$]|(?<=[^\W\d])[:.](?=[\w/])|:(?=//)")


def render_markdown(data: ReportData) -> str:
    """Verdict, table of shifted columns, and the rest folded away."""
    parts = _verdict(data), _table(data), _undo(data), _evidence(data), _computed(data)
    return "\n".join(line for part in parts for line in part) + "\n"


def name(text: str) -> str:
    """A name as code. Punctuation becomes entities, which no Markdown dialect acts on.

    >>> name("weight_kg"), name("a|b")
    ('<code>weight_kg</code>', '<code>a&#124;b</code>')
    """
    return code(text, LONGEST)


def code(text: str, longest: int) -> str:
    """A line of code, or a name, that is cut to size."""
    shown = visible(text, longest)
    if not _HARMLESS.fullmatch(shown):
        shown = _ACTIVE.sub(_entity, shown)
    return f"<code>{shown}</code>"


def words(text: str, longest: int = 300) -> str:
    """A sentence that may quote names: readable as it is, but inert.

    >>> words("@ann sees www.example.org rise by 2.5")
    '&#64;&#8203;ann sees www&#46;example&#46;org rise by 2.5'
    """
    return _ACTIVE_IN_TEXT.sub(_entity, visible(text, longest))


def _entity(match: re.Match[str]) -> str:
    # Sites look for @name and #1 in what is rendered, too: an invisible space keeps them apart.
    guard = "&#8203;" if match[0] in "@#" else ""
    return f"&#{ord(match[0])};{guard}"


def _verdict(data: ReportData) -> Iterator[str]:
    yield f"### {data.verdict}"
    yield ""
    yield f"{words(data.title)}  \n{words(data.how)}"
    yield from _schema(data)
    if data.population:
        yield f"\n{words(data.population, 1000)}"
    for caveat in (*data.about_rows, *data.caveats):
        yield f"\n> {words(caveat)}"
    if data.no_evidence:
        yield f"\n> There is no evidence to show: {words(data.no_evidence)}."


def _schema(data: ReportData) -> Iterator[str]:
    changes = data.schema.changes
    if changes:
        yield "\n| schema | column | what changed |"
        yield "|---|---|---|"
    for change in changes[:MOST_ROWS]:
        kind = change.kind if change.breaks else f"{change.kind} (harmless)"
        column = "" if change.column is None else name(change.column)
        yield f"| {kind} | {column} | {words(change.message)} |"
    if len(changes) > MOST_ROWS:
        yield f"\nAnd {count(len(changes) - MOST_ROWS, 'more change')} of the schema."


def _table(data: ReportData) -> Iterator[str]:
    if not data.n_shifted:
        return
    yield f"\n| column | shift | what happened | confidence | {data.score_name} | effect |"
    yield "|---|---|---|---|---:|---:|"
    for column in data.explained[:MOST_ROWS]:
        cells = (
            _names(column),
            KIND_WORDS[column.kind],
            words(what_happened(column)),
            confidence_of(column),
            number(column.score),
            effect(data.effect_of[column.feature]),
        )
        yield f"| {' | '.join(cells)} |"
    scores = dict(zip(data.columns.names, data.columns.scores, strict=True))
    plain = data.unexplained[: max(0, MOST_ROWS - len(data.explained))]
    for feature in plain:
        figures = f"{number(scores[feature])} | {effect(data.effect_of[feature])}"
        yield f"| {name(feature)} | | | | {figures} |"
    more = data.n_shifted - how_many(data.explained[:MOST_ROWS]) - len(plain)
    if more:
        yield f"\nAnd {count(more, 'more column')}."


def _names(column: ColumnExplanation) -> str:
    shown = ", ".join(name(feature) for feature in column.together[:MOST_NAMES])
    more = len(column.together) - MOST_NAMES
    return f"{shown} and {more:,} more" if more > 0 else shown


def _undo(data: ReportData) -> Iterator[str]:
    hints = data.undoable
    if not hints:
        return
    yield "\nCan be undone by <code>result.repair(query)</code> or, in pandas:\n"
    for hint in hints[:MOST_HINTS]:
        yield f"- {_undone(hint)}"
    if len(hints) > MOST_HINTS:
        yield f"- And {count(len(hints) - MOST_HINTS, 'more change')}"


def _undone(hint: Hint) -> str:
    about = ", ".join(map(name, hint.columns)) or "rows"
    lines = "<br>".join(code(line, LONGEST_LINE) for line in hint.code)
    return f"{about}: {words(hint.words)}<br>{lines}"


def _evidence(data: ReportData) -> Iterator[str]:
    columns = [c for c in data.explained[:MOST_DETAILED] if c.changes or c.partners]
    if not columns:
        return
    yield "\n<details><summary>Evidence</summary>\n"
    yield f"| column | what | {words(data.labels.reference)} | {words(data.labels.query)} |"
    yield "|---|---|---:|---:|"
    for column in columns:
        yield from _numbers(column, column.feature in data.dated)
    yield "\n</details>"


def _numbers(column: ColumnExplanation, dated: bool) -> Iterator[str]:
    for line in (*changed_numbers(column, 4, dated=dated), *changed_relations(column, 3)):
        with_partner = "" if line.partner is None else f" {name(line.partner)}"
        cells = name(column.feature), words(line.what) + with_partner, line.reference, line.query
        yield f"| {' | '.join(cells)} |"


def _computed(data: ReportData) -> Iterator[str]:
    yield "\n<details><summary>How it was computed</summary>\n"
    for fact in data.facts:
        yield f"- {fact.label}: {words(fact.text)}"
    for note in data.notes[:MOST_NOTES]:
        about = f"{name(note.column)} " if note.column is not None else ""
        yield f"- Note: {about}{words(note.message)}"
    if len(data.notes) > MOST_NOTES:
        yield f"- And {count(len(data.notes) - MOST_NOTES, 'more note')}"
    yield "\n</details>"
