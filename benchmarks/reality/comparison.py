"""Results of several methods side by side, in Markdown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reality.kinds import FOUND, QUIET
from benchmarks.reality.measuring import KS_BONFERRONI, SLOW_ROWS
from benchmarks.reality.result_rows import OK, Row, read_rows

MOST_ALARMS, LEAST_F1 = 0.05, 0.9
"""What is aimed at in every quiet and in every found kind."""
RUNS = 40
"""That are published; later ones are for development."""


@dataclass(frozen=True)
class Cell:
    """One method on one kind. A run that ended in an error counts as a false alarm, or as F1 0."""

    value: float
    """Share of runs with a flag where nothing is shifted, mean F1 otherwise."""
    n_runs: int
    within: bool
    """The target."""


def cell_of(rows: Sequence[Row], kind: str) -> Cell | None:
    """None where nothing was measured."""
    if not rows:
        return None
    if kind in QUIET:
        alarms = sum(row.n_flagged > 0 or row.status != OK for row in rows) / len(rows)
        return Cell(alarms, len(rows), alarms <= MOST_ALARMS)
    f1 = sum(row.f1 for row in rows) / len(rows)
    return Cell(f1, len(rows), f1 >= LEAST_F1)


def compared(results: Mapping[str, Sequence[Row]]) -> str:
    """A table of the quiet kinds and one of the found ones, of results by name of method."""
    cells = {
        name: _cells([row for row in rows if row.run < RUNS]) for name, rows in results.items()
    }
    parts = [
        "Share of runs with a flag where nothing is shifted (bold: above "
        f"{MOST_ALARMS:.0%}).\n\n" + _table(cells, "quiet", list(QUIET), "{:.0%}"),
        f"Mean F1 where columns are shifted (bold: below {LEAST_F1}).\n\n"
        + _table(cells, "found", list(FOUND), "{:.2f}"),
        f"A run that ended in an error counts as a flag, or as F1 0. {KS_BONFERRONI} is what a "
        "textbook does: each column by itself. A method marked slow, such as datafix, sees a "
        f"sample of {SLOW_ROWS:,} rows of a table at most. Columns named by `groups=` or `time=` "
        "are left out for a version that has no such option.",
        _fewer_runs(cells),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def read_results(directory: Path) -> dict[str, list[Row]]:
    """The rows of every file, by its name."""
    return {path.stem: read_rows(path) for path in sorted(directory.glob("*.csv"))}


def _cells(rows: Sequence[Row]) -> dict[str, Cell]:
    by_kind = defaultdict(list)
    for row in rows:
        by_kind[row.kind].append(row)
    found = {kind: cell_of(by_kind[kind], kind) for kind in by_kind}
    return {kind: cell for kind, cell in found.items() if cell is not None}


def _table(
    cells: Mapping[str, Mapping[str, Cell]], expects: str, kinds: Sequence[str], form: str
) -> str:
    def shown(cell: Cell | None) -> str:
        if cell is None:
            return "–"
        text = form.format(cell.value)
        return text if cell.within else f"**{text}**"

    def within(own: Mapping[str, Cell]) -> str:
        measured = [own[kind] for kind in kinds if kind in own]
        return f"{sum(cell.within for cell in measured)} of {len(measured)}"

    def mean(own: Mapping[str, Cell]) -> str:
        measured = [own[kind].value for kind in kinds if kind in own]
        return form.format(sum(measured) / len(measured)) if measured else "–"

    lines = [_line([expects, *cells]), _line(["---"] * (len(cells) + 1))]
    lines += [
        _line([f"`{kind}`", *(shown(own.get(kind)) for own in cells.values())]) for kind in kinds
    ]
    lines.append(_line(["mean", *map(mean, cells.values())]))
    lines.append(_line(["kinds within target", *map(within, cells.values())]))
    return "\n".join(lines)


def _line(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _fewer_runs(cells: Mapping[str, Mapping[str, Cell]]) -> str:
    """Which methods have not had all runs."""
    fewest = {
        name: min((cell.n_runs for cell in own.values()), default=0) for name, own in cells.items()
    }
    few = [f"{name} {runs}" for name, runs in fewest.items() if runs < RUNS]
    return f"Runs of each kind: {RUNS}, but at least {', '.join(few)}." if few else ""
