"""``python -m benchmarks.publish``: one file per command."""

from __future__ import annotations

from collections.abc import Sequence

from cyclopts import App

from benchmarks.publish.commands.ablation import ablation
from benchmarks.publish.commands.budget import budget
from benchmarks.publish.commands.curves import curves
from benchmarks.publish.commands.oracle import oracle
from benchmarks.publish.commands.page import figures, page
from benchmarks.publish.commands.reliability import reliability
from benchmarks.publish.commands.sweep import sweep
from featureshift.cli.app import run_command

app = App(name="python -m benchmarks.publish", help="Publish the results of the benchmark.")
for command in (page, figures, ablation, oracle, reliability, budget, sweep, curves):
    app.command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit, with the exit codes of ``featureshift``."""
    run_command(app, arguments)
