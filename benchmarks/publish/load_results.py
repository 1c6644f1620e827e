"""Everything the committed result files hold, read once, for pages and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.publish.ablation.trained import Trained, read_trained
from benchmarks.publish.ablation.variants import ABLATION
from benchmarks.publish.comparable_rows import ComparableRows, on_common_tasks
from benchmarks.publish.oracle import OracleRow, read_oracle
from benchmarks.publish.reliability import ReliabilityRow, read_reliability
from benchmarks.publish.sweep import SweepRow, read_sweep
from featureshift.bench.rows import COUNT_GIVEN, Row, read_results
from featureshift.bench.task import Suite, load_suites

COMPARED = ("local", "published", "methods")
"""Suites that methods are compared on, the most telling one first."""


@dataclass(frozen=True)
class Results:
    """The rows of each kind; a kind without a file has none."""

    rows: tuple[Row, ...]
    count_given: tuple[Row, ...]
    sweep: tuple[SweepRow, ...]
    reliability: tuple[ReliabilityRow, ...]
    oracle: tuple[OracleRow, ...]
    ablation: tuple[Row, ...]
    trained: tuple[Trained, ...]
    """Of the variants in ``ablation``."""
    suites: Mapping[str, Suite]

    def of_suite(self, name: str) -> tuple[Row, ...]:
        """The rows of every method on the tasks of a suite."""
        wanted = {task.id for task in self.suites[name].tasks} if name in self.suites else set()
        return tuple(row for row in self.rows if row.task in wanted)

    @cached_property
    def comparisons(self) -> dict[str, ComparableRows]:
        """The compared suites that some method ran, with the methods that may be compared."""
        known = (self.suites[name] for name in COMPARED if name in self.suites)
        found = {suite.name: on_common_tasks(self.rows, suite) for suite in known}
        return {name: compared for name, compared in found.items() if compared is not None}

    @cached_property
    def ablated(self) -> ComparableRows | None:
        """The variants that may be compared, on the suite that most of their rows belong to."""
        comparisons = (on_common_tasks(self.ablation, suite) for suite in self.suites.values())
        known = [compared for compared in comparisons if compared is not None]
        return max(known, key=lambda compared: len(compared.rows), default=None)


def load_results(directory: Path, tasks: Path | None = None) -> Results:
    """All result files below a directory."""
    sweep = directory / "sweep" / "sm-threshold.csv"
    return Results(
        rows=tuple(read_results(directory)),
        count_given=tuple(read_results(directory / COUNT_GIVEN)),
        sweep=tuple(read_sweep(sweep)) if sweep.exists() else (),
        reliability=tuple(
            row
            for path in sorted((directory / "reliability").glob("*.csv"))
            for row in read_reliability(path)
        ),
        oracle=tuple(
            row
            for path in sorted((directory / "oracle").glob("*.csv"))
            for row in read_oracle(path)
        ),
        ablation=tuple(read_results(directory / ABLATION)),
        trained=read_trained(directory / ABLATION),
        suites=load_suites(tasks),
    )
