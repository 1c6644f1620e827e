"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

RESULTS = Path("benchmarks/results")
Flag = Annotated[bool, Parameter(negative=())]
Tasks = Annotated[Path | None, Parameter(help="Another tasks.toml than benchmarks/tasks.toml.")]
