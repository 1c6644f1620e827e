"""The dialect of a delimited text, told from its first lines.

The separator is the one that cuts the lines into equally many fields: fields are counted in many
lines, and what stands between quotes is not cut. What several separators do equally well is
decided by how clean the cells are that they leave.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from featureshift.tables.files.cells import is_number, is_typed
from featureshift.tables.files.dialect import Dialect

SEPARATORS = ",;\t|"
MOST_RECORDS, FIRST_RECORDS = 500, 3
MOST_FIELDS, MOST_CELLS = 1_000, 20_000
"""Looked at one by one."""

_TOLD = re.compile(r"sep=([,;\t|:^~ ])\r?\n", re.IGNORECASE)
"""The first line of a file for spreadsheets may say what separates fields."""

Record = Sequence[str]


class Cut(NamedTuple):
    """What a separator and a quote make of the text."""

    separator: str
    quote: str
    records: list[Record]
    score: tuple[bool, float, float, int]
    """Whether it separates: the first record has several fields, and most have equally many; the
    share as long as the first; the share of clean cells; the number of fields."""


def told_separator(text: str) -> str | None:
    """What a line such as ``sep=;`` above the header says."""
    told = _TOLD.match(text)
    return told.group(1) if told else None


def sniff(text: str, wish: Dialect, *, tabs: bool = False) -> Dialect:
    r"""The dialect of a text of whole lines; what ``wish`` says is not sniffed.

    ``tabs``: the name of the file promises tabs.

    >>> sniff("a;b\n1,5;x\n2,5;y\n", Dialect())
    Dialect(separator=';', decimal=',', thousands=None, encoding=None, quote='"', header=True)
    """
    cut = _best_cut(text, wish, tabs)
    decimal = wish.decimal or ("," if _has_decimal_comma(cut) else ".")
    header = wish.header
    if header is None:
        header = not _begins_with_data(cut.records, decimal)
    return replace(wish, separator=cut.separator, quote=cut.quote, decimal=decimal, header=header)


def columns_of_numbers(text: str, dialect: Dialect) -> list[str]:
    r"""Names of the columns whose cells in the first records are numbers, or missing.

    >>> columns_of_numbers("a,b,c\n1,x,\n2,3,\n", Dialect(separator=",", decimal=".", quote='"'))
    ['a']
    """
    first_records = _records(text, dialect.separator or ",", dialect.quote or "")
    names, *rest = islice(first_records, 1 + FIRST_RECORDS)
    decimal = dialect.decimal or "."
    return [name for j, name in enumerate(names) if _is_numeric(rest, j, decimal)]


def _best_cut(text: str, wish: Dialect, tabs: bool) -> Cut:
    separators = [wish.separator] if wish.separator else list(SEPARATORS)
    if tabs and "\t" in separators and "\t" in text.split("\n", 1)[0]:
        separators = ["\t"]
    if wish.quote is not None:
        quotes = [wish.quote]
    else:  # where a text has no quotes, they cannot matter
        quotes = ['"', *(["'"] if "'" in text else []), *([""] if '"' in text else [])]
    cuts = [_cut(text, separator, quote) for quote in quotes for separator in separators]
    return max(cuts, key=lambda cut: cut.score)  # of equals the first: comma, double quotes


def _cut(text: str, separator: str, quote: str) -> Cut:
    records = list(islice(_records(text, separator, quote), MOST_RECORDS))
    width = len(records[0]) if records else 0
    lengths = Counter(map(len, records))
    usual, often = max(lengths.items(), key=lambda item: item[1], default=(0, 0))
    separates = width > 1 and usual > 1 and 2 * often > len(records)
    consistent = lengths[width] / max(len(records), 1)
    cells = _cells(records)
    clean = sum(map(_is_clean, cells)) / max(len(cells), 1)
    return Cut(separator, quote, records, (separates, consistent, clean, width))


def _records(text: str, separator: str, quote: str) -> Iterator[Record]:
    lines = io.StringIO(text, newline="")
    if quote:
        reader = csv.reader(lines, delimiter=separator, quotechar=quote)
    else:
        reader = csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_NONE)
    try:
        yield from (record for record in reader if any(record))
    except csv.Error:  # a field without end: a quote that is none
        yield []


def _is_clean(cell: str) -> bool:
    """A cell as people write them: not half of something, nor several."""
    if is_typed(cell):
        return True
    quoted = len(cell) > 1 and cell[0] == cell[-1] and cell[0] in "\"'"
    return not (quoted or cell[0].isspace() or re.search(r"[,;\t|]\S", cell))


def _sample(records: Sequence[Record]) -> list[Record]:
    """Some records, from the first to the last, of not too many fields each."""
    width = min(max(map(len, records), default=1), MOST_FIELDS)
    most = max(MOST_CELLS // max(width, 1), 5)
    return [record[:MOST_FIELDS] for record in records[:: max(-(-len(records) // most), 1)]]


def _cells(records: Sequence[Record]) -> list[str]:
    return [cell for record in _sample(records) for cell in record]


def _has_decimal_comma(cut: Cut) -> bool:
    """Whether numbers are rather written with a comma; a comma that separates is no decimal."""
    if cut.separator == ",":
        return False
    votes = Counter(map(_decimal_sign, _cells(cut.records[1:])))
    against = votes["."] + votes["neither"]
    return votes[","] > against if votes[","] or against else votes["either"] > 0


def _decimal_sign(cell: str) -> str:
    """What a cell votes for: ',', '.', 'either' (1,234), 'neither' (the list 3,4,5), or nothing."""
    point, comma = is_number(cell, "."), is_number(cell, ",")
    if point and comma:
        return "either" if "," in cell else ""
    if point or comma:
        return "." if point else ","
    return "neither" if re.fullmatch(r"\s*[0-9]+(,\s*[0-9]+)+\s*", cell) else ""


def _begins_with_data(records: Sequence[Record], decimal: str) -> bool:
    """Whether the first record can hardly be a header.

    Every column of numbers begins with one, and these are no names: not all of them are distinct
    whole numbers, as years or positions would be.
    """
    if len(records) < 2:
        return False
    first, *rest = _sample(records)
    numeric = [j for j in range(len(first)) if _is_numeric(rest, j, decimal)]
    begins = [first[j].strip() for j in numeric]
    if not begins or not all(is_number(cell, decimal) for cell in begins):
        return False
    return len(set(begins)) < len(begins) or not all(cell.isdigit() for cell in begins)


def _is_numeric(records: Sequence[Record], j: int, decimal: str) -> bool:
    cells = [record[j] for record in records if j < len(record) and record[j].strip()]
    return bool(cells) and all(is_number(cell, decimal) for cell in cells)
