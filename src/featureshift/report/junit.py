"""The report as JUnit XML: continuous integration shows shifted columns as failed tests, and every
break of the schema as another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from featureshift.explain import ColumnExplanation
from featureshift.report.data import ReportData, State
from featureshift.report.numbers import count, effect, number
from featureshift.report.visible import visible
from featureshift.report.words import (
    KIND_WORDS,
    changed_numbers,
    changed_relations,
    confidence_of,
    sentence,
    what_happened,
    what_next,
)
from featureshift.tables.schema import SchemaVerdict

MOST_CASES = 1000
"""Readers of such files choke on hundreds of thousands: the rest is one case that counts them."""

CLASS = "featureshift"


def render_junit(data: ReportData) -> str:
    """A test case for each break of the schema, then one a column, shifted ones first; a bounded
    number of them.
    """
    suite = ElementTree.Element("testsuite", name=visible(data.title))
    suite.extend(_broken(data.schema))
    places = _told_here(data)
    suite.extend(_cases(data, places[:MOST_CASES]))
    if data.result.status == "too few rows":
        suite.append(_unjudged(data))
    rest = len(places) - MOST_CASES
    if rest > 0:
        suite.append(_rest(data, rest))
    counts = {
        "tests": len(suite),
        "failures": len(suite.findall("testcase/failure")),
        "errors": 0,
        "skipped": len(suite.findall("testcase/skipped")),
    }
    root = ElementTree.Element("testsuites", name=CLASS)
    for element in (root, suite):
        element.attrib |= {key: str(n) for key, n in counts.items()} | {
            "time": f"{data.seconds:.3f}"
        }
    root.append(suite)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, "unicode")}\n'


def _broken(schema: SchemaVerdict) -> Iterator[ElementTree.Element]:
    for change in schema.breaking[:MOST_CASES]:
        case = _case(f"schema: {change.column}")
        message = visible(change.message, 300)
        failure = ElementTree.SubElement(case, "failure", message=message, type=str(change.kind))
        failure.text = visible(str(change), 1000)
        yield case
    more = len(schema.breaking) - MOST_CASES
    if more > 0:
        case = _case("schema")
        ElementTree.SubElement(
            case, "failure", message=f"{count(more, 'more change')}", type="schema"
        )
        yield case


def _told_here(data: ReportData) -> list[int]:
    """Places of the columns in the table, shifted ones first; what was left out because the schema
    broke has failed by then.
    """
    table, broken = data.columns, data.schema.broken_columns
    places = (
        i
        for i, name in enumerate(table.names)
        if not (table.states[i] is State.LEFT_OUT and name in broken)
    )
    return sorted(places, key=lambda i: "spou".index(table.states[i]))


def _cases(data: ReportData, places: Sequence[int]) -> Iterator[ElementTree.Element]:
    known = data.explanation.columns if data.explanation else ()
    evidence = {column.feature: column for column in known}
    table = data.columns
    for i in places:
        case = _case(table.names[i])
        if table.states[i] in (State.SHIFTED, State.PASSENGER):
            _fail(case, data, i, evidence.get(table.names[i]))
        elif table.states[i] is State.LEFT_OUT:
            ElementTree.SubElement(case, "skipped", message=visible(table.remarks.get(i, ""), 300))
        yield case


def _case(name: str) -> ElementTree.Element:
    # Readers take what stands before a dot in the class name for a package: no title here.
    return ElementTree.Element("testcase", classname=CLASS, name=visible(name), time="0")


def _fail(
    case: ElementTree.Element, data: ReportData, place: int, column: ColumnExplanation | None
) -> None:
    """Of the column at a place of the table."""
    score, size = data.columns.scores[place], data.columns.effects[place]
    if column is None:
        message, kind, lines = f"shifted, {data.score_name} {number(score)}", "shift", []
    else:
        message = visible(what_happened(column), 300)
        if not column.passenger_of:
            message += f" ({confidence_of(column)} confidence)"
        kind = KIND_WORDS[column.kind]
        lines = [*_evidence(column, column.feature in data.dated), visible(what_next(column))]
    failure = ElementTree.SubElement(case, "failure", message=message, type=kind)
    told = [
        f"{data.score_name} {number(score)}",
        *([] if size is None else [f"effect {effect(size)}"]),
    ]
    failure.text = "\n".join([sentence(message), *told, *lines])


def _evidence(column: ColumnExplanation, dated: bool) -> Iterator[str]:
    for line in (*changed_numbers(column, 8, dated=dated), *changed_relations(column, 5)):
        partner = "" if line.partner is None else f" {visible(line.partner)}"
        yield f"{visible(line.what)}{partner}: {line.reference} -> {line.query}"


def _unjudged(data: ReportData) -> ElementTree.Element:
    """The verdict that there is none, which is no failure and no success."""
    case = _case("enough rows")
    ElementTree.SubElement(case, "skipped", message=visible(data.verdict))
    return case


def _rest(data: ReportData, rest: int) -> ElementTree.Element:
    """The columns beyond the bound, as one case that fails if any of them is shifted."""
    case = _case(f"{count(rest, 'more column')}")
    shifted = data.n_shifted - MOST_CASES
    if shifted > 0:
        ElementTree.SubElement(
            case, "failure", message=f"{count(shifted, 'more column')} shifted", type="shift"
        )
    return case
