"""Kinds of options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from featureshift.tables.files.dialect import Dialect

Names = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]
Out = Annotated[Path | None, Parameter(allow_leading_hyphen=True)]


def is_a_place(_: object, value: str | None) -> None:
    """A lone hyphen is the standard input; an option that nobody knows is no table."""
    if value is not None and value.startswith("--") and not Path(value).exists():
        raise ValueError("There is no such option (--help lists all) and no such table.")


Place = Annotated[str, Parameter(allow_leading_hyphen=True, validator=is_a_place)]
Gates = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]
Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
SNIFFED = Dialect()
