"""``python -m benchmarks.scale``, from the root of a clone."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App
from rich.console import Console

from benchmarks.scale.figure import draw_scale
from benchmarks.scale.measure import append, measure, read
from benchmarks.scale.tables import write_table

RESULTS = Path("benchmarks/results/scale/rows.csv")
FIGURE = Path("docs/scale-rows.svg")
SIZES = (1_000_000, 5_000_000, 20_000_000, 50_000_000)

app = App(name="python -m benchmarks.scale", help="Time and memory by the rows of a table on disk.")


@app.command
def make(folder: Path, *, rows: int = SIZES[-1]) -> None:
    """Write the two tables, 320 MB a million rows each; what is there is kept."""
    write_table(folder / "reference", rows, seed=1, shifted=False)
    write_table(folder / "query", rows, seed=2, shifted=True)


@app.command
def run(
    folder: Path, *, rows: tuple[int, ...] = SIZES, repeats: int = 3, out: Path = RESULTS
) -> None:
    """Measure both tools in turns on the first rows of the tables; lines are added to the file."""
    for repeat in range(repeats):
        for size in rows:
            for measured in measure(folder, size, repeat):
                append(out, measured)
                Console().print(measured)


@app.command
def figure(*, results: Path = RESULTS, out: Path = FIGURE) -> None:
    """Draw time per row and peak memory."""
    draw_scale(read(results), out)


app()
