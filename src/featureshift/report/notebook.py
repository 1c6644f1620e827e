"""The short form of the report that a notebook shows: no script, no style sheet, few lines."""

from __future__ import annotations

from markupsafe import Markup

from featureshift.explain import ColumnExplanation
from featureshift.report.data import ReportData
from featureshift.report.numbers import count, effect, number
from featureshift.report.visible import visible
from featureshift.report.words import (
    KIND_WORDS,
    confidence_of,
    how_many,
    joined,
    sentence,
    what_happened,
)

MOST_ROWS = 10
_LEFT = Markup('style="text-align:left;vertical-align:top"')
_HEAD = Markup(
    "<tr><th {left}>column</th><th {left}>shift</th><th {left}>what happened</th>"
    "<th {left}>confidence</th><th>{score}</th><th>effect</th></tr>"
)
_ROW = Markup(
    "<tr><td {left}><code>{name}</code></td><td {left}>{kind}</td><td {left}>{what}</td>"
    "<td {left}>{confidence}</td><td>{score}</td><td>{effect}</td></tr>"
)


def render_short(data: ReportData) -> str:
    """Verdict, the most certain columns, and where to find more."""
    parts = [Markup("<div><p><strong>{}</strong><br>{}</p>").format(data.verdict, data.how)]
    if data.schema.changes:
        lines = [Markup("<li>{}</li>").format(visible(str(c), 300)) for c in data.schema.changes]
        parts.append(Markup("<ul>{}</ul>").format(Markup("").join(lines[:MOST_ROWS])))
    if data.n_shifted:
        scores = dict(zip(data.columns.names, data.columns.scores, strict=True))
        rows = [
            _explained(column, data.effect_of[column.feature])
            for column in data.explained[:MOST_ROWS]
        ]
        left = data.unexplained[: MOST_ROWS - len(rows)]
        rows += [_row(name, "", "", "", scores[name], data.effect_of[name]) for name in left]
        head, body = _HEAD.format(left=_LEFT, score=data.score_name), Markup("").join(rows)
        parts.append(Markup("<table><thead>{}</thead><tbody>{}</tbody></table>").format(head, body))
        more = data.n_shifted - how_many(data.explained[:MOST_ROWS]) - len(left)
        if more:
            parts.append(Markup("<p>And {}.</p>").format(count(more, "more column")))
    hint = Markup(
        "<p><small>result.report(&quot;out.html&quot;) writes the whole report.</small></p>"
    )
    return str(Markup("").join([*parts, hint, Markup("</div>")]))


def _explained(column: ColumnExplanation, size: float | None) -> Markup:
    what = sentence(visible(what_happened(column), 200))
    kind = KIND_WORDS[column.kind]
    return _row(joined(column.together), kind, what, confidence_of(column), column.score, size)


def _row(
    name: str, kind: str, what: str, confidence: str, score: float | None, size: float | None
) -> Markup:
    return _ROW.format(
        left=_LEFT,
        name=visible(name, 60),
        kind=kind,
        what=what,
        confidence=confidence,
        score=number(score),
        effect=effect(size),
    )
