"""The bar of a long run."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def progress_on(console: Console) -> Progress:
    """Texts of tasks are shown as they are: names of tables are no markup."""
    parts = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn()
    return Progress(*parts, TimeRemainingColumn(), console=console)
