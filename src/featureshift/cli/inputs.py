"""The two tables that a command line names, as sources of ``localize``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from featureshift.errors import OptionError, UnknownNameError
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.named_columns import matching
from featureshift.tables.read_table import opened

STANDARD_INPUT = "-"


def open_inputs(reference: str, query: str, options: ReadOptions) -> tuple[Any, Any]:
    """Both tables; ``-`` is what is piped in. Types that suit no column of either are refused."""
    if reference == query == STANDARD_INPUT:
        raise OptionError(
            "both tables cannot be read from the standard input",
            expected=f"{STANDARD_INPUT} for at most one of them",
        )
    tables = [open_input(each, options) for each in (reference, query)]
    if options == ReadOptions():
        return tables[0], tables[1]
    names = [column.name for table in tables for column in table.columns]
    for name in options.types:
        if not matching({name: ""}, names):
            raise UnknownNameError("column", name, dict.fromkeys(names))
    return tables[0], tables[1]


def open_input(place: str, options: ReadOptions) -> Any:
    """One table; a place that needs no options is left to ``localize``."""
    given = sys.stdin.buffer if place == STANDARD_INPUT else place
    return given if options == ReadOptions() else opened(given, options)


def title(place: str) -> str:
    """What a table is called in a report."""
    return "standard input" if place == STANDARD_INPUT else Path(place.partition("?")[0]).name
