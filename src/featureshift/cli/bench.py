"""``featureshift bench``: list suites, run them, tabulate results."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter
from rich.console import Console
from rich.markup import escape

from featureshift.bench.rows import COUNT_GIVEN
from featureshift.errors import AbsentDataError, OptionError

app = App(name="bench", help="Run the benchmark and tabulate its results.")
Flag = Annotated[bool, Parameter(negative=())]
Tasks = Annotated[Path | None, Parameter(help="Another tasks.toml than the one that comes along.")]


@app.command
def suites(*, tasks: Tasks = None) -> int:
    """List the suites and how many tasks each has."""
    from featureshift.bench.task import load_suites

    console = Console()
    for name, suite in load_suites(tasks).items():
        about = escape(suite.about)
        console.print(f"[bold]{name}[/bold] {len(suite.tasks)} tasks: {about}")
    return 0


@app.command
def run(
    suite: str,
    /,
    *,
    methods: str = "all",
    data: Path | None = None,
    online: Flag = False,
    time_limit: float = 600.0,
    memory_limit: float = 16_000.0,
    timeouts: int | None = None,
    jobs: int = 1,
    out: Path = Path("benchmarks/results"),
    retry: Flag = False,
    count_given: Flag = False,
    tasks: Tasks = None,
) -> int:
    """Run the missing cells of a suite; each in a process of its own, each saved at once.

    Parameters
    ----------
    suite
        One of those that `featureshift bench suites` lists.
    methods
        Names separated by commas, `all`, or package.module:Class for one of your own; a method with
        weights of your own is written method@DIRECTORY, and goes by the directory's name.
    data
        Directory of tables with a MANIFEST.csv.
    online
        Also fetch what OpenML and UCI offer.
    time_limit
        Seconds of a cell.
    memory_limit
        Megabytes of a cell.
    timeouts
        Tasks of a table, or of a smaller part of it, on which a method may run out of time before
        its other tasks of that table are recorded as unfinished too; without it, each is tried.
    jobs
        Cells at the same time; with more than one, runtimes do not count.
    out
        Directory of the result files; rows that are there already are not run again.
    retry
        Run cells again that did not finish.
    count_given
        Give every method the true number of shifted features, not only those that need it; the
        results are kept apart, in `count-given` below the directory of the others.
    """
    from featureshift.bench.console import run_on_console
    from featureshift.bench.runner import Limits, plan
    from featureshift.bench.task import find_suite
    from featureshift.methods import methods as registered

    for option, value in (("--time-limit", time_limit), ("--memory-limit", memory_limit)):
        if not 0 < value < math.inf:
            raise OptionError(f"{option} is no amount", expected="more than 0", found=f"{value:g}")
    for option, value in (("--jobs", jobs), ("--timeouts", 1 if timeouts is None else timeouts)):
        if value < 1:
            raise OptionError(f"{option} is no count", expected="1 or more", found=str(value))
    names = list(registered()) if methods == "all" else _split(methods)
    out = out / COUNT_GIVEN if count_given else out
    planned = plan(
        find_suite(suite, tasks),
        names,
        out,
        folder=data,
        online=online,
        retry=retry,
        count_given=count_given,
    )
    run_on_console(suite, planned, out, Limits(time_limit, memory_limit, timeouts), jobs=jobs)
    return 0


@app.command
def table(
    results: Path = Path("benchmarks/results"),
    /,
    *,
    suite: str = "local",
    by: Literal["all", "dataset", "manipulation", "fraction"] = "all",
    metric: Literal["f1", "changed_f1", "precision", "recall", "auroc"] = "f1",
    style: Literal["text", "markdown", "csv"] = "text",
    methods: str | None = None,
    compare: str | None = None,
    tasks: Tasks = None,
) -> int:
    """Mean and median score and runtime by method.

    Parameters
    ----------
    results
        Directory of result files.
    suite
        The tasks of this suite, or `all`.
    by
        Split by this.
    metric
        The score; changed_f1 is over the features whose values really changed.
    style
        Form of the output.
    methods
        Only these, separated by commas.
    compare
        Two methods separated by a comma: also compare them task by task.
    """
    from featureshift.bench.aggregate import compare as paired
    from featureshift.bench.aggregate import summarize
    from featureshift.bench.layout import describe, layout
    from featureshift.bench.rows import read_results
    from featureshift.bench.task import find_suite

    rows = read_results(results)
    if suite != "all":
        wanted = {task.id for task in find_suite(suite, tasks).tasks}
        rows = [row for row in rows if row.task in wanted]
    if not rows:
        raise AbsentDataError(
            f"no results of suite {suite!r} in {str(results)!r}",
            remedy="run `featureshift bench run` first, or choose another --suite",
        )
    shown = None if methods is None else _split(methods)
    summaries = summarize(rows, by=by, metric=metric, methods=shown)
    _say(layout(summaries, style, metric=metric, by=by))
    if compare is not None:
        names = _split(compare)
        if len(names) != 2:
            raise OptionError("--compare takes two methods", expected="a,b", found=compare)
        sentence = describe(paired(rows, *names, metric=metric), metric)
        Console(stderr=style != "text", markup=False, soft_wrap=True).print(sentence)
    return 0


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",")]


def _say(text: str) -> None:
    """To standard output as it is: no markup, no wrapping, so that it can be piped."""
    Console(markup=False, highlight=False, soft_wrap=True).print(text)
