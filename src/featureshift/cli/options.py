"""Kinds of options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from featureshift.tables.files.dialect import Dialect

Names = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]
Out = Annotated[Path | None, Parameter(allow_leading_hyphen=True)]
Place = Annotated[str, Parameter(allow_leading_hyphen=True)]  # a lone hyphen is one
Gates = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]
Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
SNIFFED = Dialect()
