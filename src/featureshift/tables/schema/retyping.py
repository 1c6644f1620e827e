"""Columns of one name in two types, or in one type and two formats: what they are read as.

A few cells decide. Text in which nearly all cells are numbers or dates is read as such, so that it
can be compared; the change is told all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Column, Kind
from featureshift.tables.schema.cells import Cells, peek
from featureshift.tables.schema.date_format import DateFormat
from featureshift.tables.schema.flag_words import FlagWords, flag_words
from featureshift.tables.schema.leading_zeros import have_leading_zeros, zeros_are_gone
from featureshift.tables.schema.number_format import NumberFormat
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.reading import Reading, dates_in, follows, numbers_in, parsed
from featureshift.tables.schema.type_words import type_word
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange
from featureshift.tables.table import Table

MOST_CODES = 50
"""Levels of a column that may have been written as codes."""
REPETITIONS = 5
"""How often a level occurs, on average, in a column of codes or labels."""

Sides = tuple[Column, Column]
Pair = tuple[Cells, Cells]
Numbers = NDArray[np.float64]


class Retyped(NamedTuple):
    """What was found about one column."""

    name: str
    change: SchemaChange | None
    """None where a column without values is read as what the other one is."""
    readings: tuple[Reading | None, Reading | None] = (None, None)
    """Of the texts of the reference and of the query."""


def retype(tables: tuple[Table, Table], names: Sequence[str]) -> list[Retyped]:
    """Of those of the common columns that changed their type or format."""
    places = [{column.name: j for j, column in enumerate(table.columns)} for table in tables]
    columns = {
        name: (tables[0].columns[places[0][name]], tables[1].columns[places[1][name]])
        for name in names
    }
    found = [_by_type(*pair) for pair in columns.values()]
    doubtful = [name for name, pair in columns.items() if _must_be_seen(*pair)]
    if doubtful:
        seen = [
            peek(table, [at[name] for name in doubtful])
            for table, at in zip(tables, places, strict=True)
        ]
        found += [
            _by_cells(columns[name], (first, second))
            for name, first, second in zip(doubtful, *seen, strict=True)
        ]
    return [each for each in found if each is not None]


def _must_be_seen(reference: Column, query: Column) -> bool:
    kinds = {reference.kind, query.kind}
    return Kind.CATEGORICAL in kinds and not {Kind.EMPTY, Kind.UNSUPPORTED, Kind.CODED} & kinds


def _by_type(reference: Column, query: Column) -> Retyped | None:
    """What types alone tell: no reading makes a number of a date."""
    if reference.kind is query.kind and reference.stored == query.stored:
        return None
    kinds = {reference.kind, query.kind}
    words = type_word(reference), type_word(query)
    if words[0] == words[1] or Kind.EMPTY in kinds:
        return None
    if Kind.CATEGORICAL in kinds and Kind.UNSUPPORTED not in kinds:
        return None
    left_out = "; not compared" if {Kind.DATETIME, Kind.UNSUPPORTED} & kinds else ""
    return _changed(ChangeKind.TYPE, reference.name, f"{_arrow((reference, query))}{left_out}")


def _by_cells(columns: Sides, cells: Pair) -> Retyped | None:
    kinds = columns[0].kind, columns[1].kind
    if kinds[0] is kinds[1]:
        return _two_codes(columns[0].name, cells) or _two_formats(columns[0].name, cells)
    text = kinds.index(Kind.CATEGORICAL)
    dates = Kind.DATETIME in kinds
    if not cells[text].texts:
        reading = DateFormat() if dates else NumberFormat()
        return Retyped(columns[0].name, None, _on(text, reading))
    if dates:
        return _text_and_dates(columns, cells, text)
    return _text_and_flags(columns, cells, text) or _text_and_numbers(columns, cells, text)


def _text_and_dates(columns: Sides, cells: Pair, text: int) -> Retyped:
    texts = cells[text].texts
    reading = dates_in(texts, cells[1 - text].present)
    if reading is None:
        return _other_type(columns, texts)
    message = f"{_arrow(columns)} (e.g. {quoted(texts[0])}); compared as {reading.words}"
    return _changed(ChangeKind.DATES_AS_TEXT, columns[0].name, message, _on(text, reading))


def _text_and_flags(columns: Sides, cells: Pair, text: int) -> Retyped | None:
    texts, numbers = cells[text].texts, cells[1 - text]
    flags = flag_words(texts)
    if flags is None or not set(numbers.present.tolist()) <= {0.0, 1.0}:
        return None
    if columns[1 - text].kind is Kind.BOOLEAN and flags.true == "true":
        kind, message = ChangeKind.TYPE, f"{_arrow(columns)} (e.g. {quoted(texts[0])})"
    else:
        kind, message = (
            ChangeKind.DICTIONARY,
            _recoded(*((flags, None) if text == 0 else (None, flags))),
        )
    return _changed(kind, columns[0].name, message, _on(text, flags))


def _text_and_numbers(columns: Sides, cells: Pair, text: int) -> Retyped:
    name, texts, numbers = columns[0].name, cells[text].texts, cells[1 - text].present
    reading = numbers_in(texts, numbers)
    if reading is not None and reading.is_plain and have_leading_zeros(texts):
        if not zeros_are_gone(texts, [f"{number:.0f}" for number in numbers.tolist()]):
            return Retyped(name, None, _on(text, reading))
        word = "lost" if text == 0 else "added"
        zeros = next(each for each in texts if each.startswith("0") and len(each) > 1)
        message = (
            f"leading zeros {word}: {_types(columns)} (e.g. {quoted(zeros)}); compared as numbers"
        )
        return _changed(ChangeKind.LEADING_ZEROS, name, message, _on(text, reading))
    if reading is not None:
        message = f"{_arrow(columns)} (e.g. {quoted(_telling(texts, reading))}); compared as "
        kind = ChangeKind.NUMBERS_AS_TEXT
        return _changed(kind, name, message + reading.words, _on(text, reading))
    if _is_repetitive(texts) and _is_repetitive(numbers.tolist()):
        word = "codes instead of labels" if text == 0 else "labels instead of codes"
        message = f"{word}: {_types(columns)} (e.g. {quoted(texts[0])}); not compared"
        return _changed(ChangeKind.DICTIONARY, name, message)
    return _other_type(columns, texts)


def _two_codes(name: str, cells: Pair) -> Retyped | None:
    first, second = flag_words(cells[0].texts), flag_words(cells[1].texts)
    if first is None or second is None or first == second:
        return None
    return _changed(ChangeKind.DICTIONARY, name, _recoded(first, second), (first, second))


def _two_formats(name: str, cells: Pair) -> Retyped | None:
    """Texts that are numbers or dates in both tables, but not in one format."""
    ways: dict[ChangeKind, Callable[..., Reading | None]] = {
        ChangeKind.NUMBER_FORMAT: numbers_in,
        ChangeKind.DATE_FORMAT: dates_in,
    }
    texts = cells[0].texts, cells[1].texts
    for kind, way in ways.items():
        first = way(texts[0])
        second = None if first is None else way(texts[1], _finite(first, texts[0]))
        if first is None or second is None:
            continue
        if any(follows(one, texts[0]) and follows(one, texts[1]) for one in (first, second)):
            return None
        examples = quoted(_telling(texts[0], first)), quoted(_telling(texts[1], second))
        message = f"format changed: {' -> '.join(examples)}; compared as {second.words}"
        return _changed(kind, name, message, (first, second))
    return None


def _finite(reading: Reading, texts: Sequence[str]) -> Numbers:
    numbers = parsed(reading, texts)
    return numbers[np.isfinite(numbers)]


def _changed(
    kind: ChangeKind,
    name: str,
    message: str,
    readings: tuple[Reading | None, Reading | None] = (None, None),
) -> Retyped:
    return Retyped(name, SchemaChange(kind, name, message), readings)


def _other_type(columns: Sides, texts: Sequence[str]) -> Retyped:
    message = f"{_arrow(columns)} (e.g. {quoted(texts[0])}); not compared"
    return _changed(ChangeKind.TYPE, columns[0].name, message)


def _arrow(columns: Sides) -> str:
    return f"type changed: {_types(columns)}"


def _types(columns: Sides) -> str:
    return f"{type_word(columns[0])} -> {type_word(columns[1])}"


def _recoded(reference: FlagWords | None, query: FlagWords | None) -> str:
    words = ["1 and 0" if flags is None else flags.words for flags in (reference, query)]
    return f"dictionary changed: {words[0]} -> {words[1]}; compared as 1 and 0"


def _on(side: int, reading: Reading) -> tuple[Reading | None, Reading | None]:
    return (reading, None) if side == 0 else (None, reading)


def _telling(texts: Sequence[str], reading: Reading) -> str:
    """The first text that is no plain number, but follows the reading unless that is plain."""
    plain = NumberFormat()
    for text in texts:
        marked = not np.isfinite(plain.parse(text))
        if marked and (reading.is_plain or np.isfinite(reading.parse(text))):
            return text
    return texts[0]


def _is_repetitive(values: Sequence[object]) -> bool:
    """Whether they are the few levels of a dictionary."""
    distinct = len(set(values))
    return 1 < distinct <= MOST_CODES and distinct * REPETITIONS <= len(values)
