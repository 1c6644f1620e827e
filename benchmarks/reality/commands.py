"""``python -m benchmarks.reality``: list kinds, run a method on them, compare results."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

from cyclopts import App
from rich.console import Console

from benchmarks.reality.kinds import FOUND, KINDS, QUIET

RESULTS = Path("benchmarks/results/reality")

app = App(name="python -m benchmarks.reality", help="Tables as people have them.")
console = Console(markup=False, highlight=False, soft_wrap=True)


@app.command
def kinds() -> int:
    """Say what is tried."""
    for title, some in (("nothing is shifted", QUIET), ("some columns are shifted", FOUND)):
        console.print(f"{title}:")
        for name, kind in some.items():
            console.print(f"  {name:28}{kind.about}")
    return 0


@app.command
def run(
    *,
    method: str = "graphnet",
    runs: int = 40,
    first: int = 0,
    only: tuple[str, ...] = (),
    out: Path | None = None,
) -> int:
    """Measure a method; rows that are there already are kept. Exit code 1 if a table is missing.

    Parameters
    ----------
    method
        A registered method, or ks-bonferroni. One that is slow gets at most 1,000 rows a table.
    runs
        Of each kind.
    first
        The first run. Those from 1,000 on are for development.
    only
        These kinds instead of all.
    out
        The file to write, by default benchmarks/results/reality/METHOD.csv.
    """
    from benchmarks.reality.measuring import can_measure, localizer_named, measure
    from benchmarks.reality.populations.public import MissingPackageError
    from benchmarks.reality.result_rows import append_row, read_rows

    path = out or RESULTS / f"{method}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    localizer = localizer_named(method)
    chosen = [kind for kind in only or KINDS if can_measure(localizer, kind)]
    for kind in [kind for kind in only or KINDS if kind not in chosen]:
        console.print(f"not measured: {kind}: {method} must be given the number of shifted columns")
    done = {row.key for row in read_rows(path)}
    missing: dict[str, str] = {}
    # Run after run, so that a run that was stopped has seen every kind.
    for number, kind in itertools.product(range(first, first + runs), chosen):
        if (kind, number) in done or kind in missing:
            continue
        try:
            row = measure(localizer, kind, number)
        except MissingPackageError as error:
            missing[kind] = str(error)
            continue
        append_row(path, row)
    for kind, reason in missing.items():
        console.print(f"not run: {kind}: {reason}")
    return 1 if missing else 0


@app.command
def table(*, results: Path = RESULTS, out: Path | None = None) -> int:
    """Print all results side by side, and write them to README.md beside them.

    Parameters
    ----------
    results
        The directory of the result files.
    out
        Another file to write.
    """
    from benchmarks.reality.comparison import compared, read_results

    text = compared(read_results(results))
    (out or results / "README.md").write_text(text, encoding="utf-8")
    console.print(text)
    return 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit with its code."""
    raise SystemExit(app(arguments, result_action="return_value"))
