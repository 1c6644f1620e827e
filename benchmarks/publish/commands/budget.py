"""Measure whether error budgets are kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rich.console import Console

from benchmarks.publish.commands.options import RESULTS, Tasks
from featureshift.bench.console import progress_bar


def budget(
    suite: str = "kept-apart",
    /,
    *,
    method: str = "graphnet",
    data: Path | None = None,
    pairs: int = 300,
    out: Path = RESULTS / "budget",
    tasks: Tasks = None,
) -> int:
    """Share of wrong flags at error budgets of 1, 5 and 20 %.

    Parameters
    ----------
    suite
        The tasks to measure on; kept-apart: simulated pairs that no training has seen.
    method
        One whose scores are probabilities or p-values.
    data
        Directory of tables with a MANIFEST.csv.
    pairs
        Of each source of kept-apart pairs.
    out
        Directory of the file to write; data sets that it holds already are not measured again.
    """
    from benchmarks.publish.budget import (
        budget_of_kept_apart,
        budget_of_suite,
        kept,
        read_budget,
        write_budget,
    )
    from benchmarks.publish.kept_apart import KEPT_APART, SOURCES
    from featureshift.bench.cell import localizer_named
    from featureshift.bench.task import find_suite

    localizer = localizer_named(method)
    path = out / f"{localizer.info.name}.csv"
    out.mkdir(parents=True, exist_ok=True)
    rows = read_budget(path) if path.exists() else []
    done = {row.dataset for row in rows if row.suite == suite}
    chosen = None if suite == KEPT_APART else find_suite(suite, tasks)
    names = list(SOURCES) if chosen is None else [task.dataset for task in chosen.tasks]
    for name in [name for name in dict.fromkeys(names) if name not in done]:
        with progress_bar(Console(stderr=True)) as progress:
            bar = progress.add_task(name, total=pairs if chosen is None else names.count(name))
            advance = partial(progress.advance, bar)
            if chosen is None:
                rows += budget_of_kept_apart(localizer, suite, name, pairs, advance)
            else:
                rows += budget_of_suite(localizer, chosen, name, data, advance)
        write_budget(path, rows)
    console = Console(markup=False, highlight=False, soft_wrap=True)
    for each in kept([row for row in rows if row.suite == suite]):
        console.print(
            f"{localizer.info.name}: budget {each.budget:g}, wrong {each.mean:.4f} of the flags of "
            f"a pair, {each.pooled:.4f} of all {each.flags:,}; found {each.found:.3f}"
        )
    return 0
