"""The command line: ``featureshift locate | demo | methods | bench | train | weights``.

Exit codes: 0 done; 1 a shift was found and ``--fail-on-shift`` was given; 2 bad input; 70 a bug.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, CycloptsError, Parameter
from rich.console import Console

from featureshift import __version__
from featureshift.errors import FeatureshiftError, OptionError

if TYPE_CHECKING:
    from featureshift.localizers import Localization

SHOWN_METHODS = "graphnet", "fslnet", "sm-threshold"
"""What the demonstration runs; the first one's answer is shown in full."""
DONE, SHIFT_FOUND, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 70, 130

app = App(
    name="featureshift",
    help="Which columns does the distribution shift between two tables come from?",
    version=__version__,
)
Names = Annotated[
    tuple[str, ...], Parameter(consume_multiple=True, negative=(), show_default=False)
]
Flag = Annotated[bool, Parameter(negative=(), show_default=False)]


@app.command
def locate(
    reference: str,
    query: str,
    /,
    *,
    method: str | None = None,
    threshold: float | None = None,
    n_shifted: int | None = None,
    columns: Names = (),
    ignore: Names = (),
    max_rows: int | None = None,
    strict: Flag = False,
    seed: int = 0,
    report: Path | None = None,
    markdown: Path | None = None,
    junit: Path | None = None,
    json: Path | None = None,
    fail_on_shift: Flag = False,
    quiet: Annotated[Flag, Parameter(alias="-q")] = False,
) -> int:
    """Say which columns of QUERY are shifted against REFERENCE.

    Parameters
    ----------
    reference
        The trusted table: a CSV, TSV, Parquet or Feather file; a directory or glob of Parquet.
    query
        The table in question.
    method
        One of those that `featureshift methods` lists.
    threshold
        Shifted means a score above this.
    n_shifted
        The number of shifted columns, where it is known.
    columns
        Compare only these columns.
    ignore
        Leave these columns out.
    max_rows
        Use at most so many random rows of each table.
    strict
        Fail where a column would be left out or read in a special way.
    seed
        Same seed, same result.
    report
        Also write an HTML report: one file that works offline.
    markdown
        Also write a short report for pull requests.
    junit
        Also write JUnit XML, in which each shifted column is a failed test.
    json
        Also write the result and its explanation as JSON.
    fail_on_shift
        Exit with 1 if any column is shifted.
    quiet
        Print nothing; errors still go to standard error.
    """
    from featureshift.localizers import localize
    from featureshift.localizers.registry import DEFAULT_METHOD
    from featureshift.report.console import progress_bar

    with progress_bar(Console(stderr=True, quiet=quiet), "comparing") as progress:
        result = localize(
            reference,
            query,
            method=method or DEFAULT_METHOD,
            threshold=threshold,
            n_shifted=n_shifted,
            columns=columns or None,
            ignore=ignore or None,
            max_rows=max_rows,
            strict=strict,
            seed=seed,
            progress=progress,
        )
    files = {"html": report, "markdown": markdown, "junit": junit, "json": json}
    _tell(result, f"{Path(query).name} against {Path(reference).name}", files, quiet)
    return SHIFT_FOUND if fail_on_shift and result.shifted.any() else DONE


def _tell(result: Localization, title: str, files: Mapping[str, Path | None], quiet: bool) -> None:
    """Print the result and write the files that were asked for, by format."""
    wanted = {kind: path for kind, path in files.items() if path is not None}
    if quiet and not wanted:
        return
    from featureshift.report import report_data, save
    from featureshift.report.console import print_report

    data = report_data(result, title=title)
    for kind, path in wanted.items():
        save(result, data, kind, path)
    print_report(Console(quiet=quiet), data)


@app.command
def demo(*, rows: int = 5000, seed: int = 0) -> int:
    """Compare two simulated clinics, one of which garbled four columns, and check the answer.

    FSL-Net and thresholded measures are compared beside it.

    Parameters
    ----------
    rows
        Patients of each clinic.
    seed
        Other seed, other patients.
    """
    if rows < 1 or seed < 0:
        raise OptionError("rows and seed are counts", found=f"--rows {rows} --seed {seed}")
    import numpy as np

    from featureshift.corpus.clinic import two_clinics
    from featureshift.localizers import localize
    from featureshift.report.console import print_comparison, print_truth

    clinics = two_clinics(rows, np.random.default_rng(seed))
    result, *others = (
        localize(clinics.reference, clinics.query, method=method, seed=seed)
        for method in SHOWN_METHODS
    )
    _tell(result, "second clinic against first", {}, quiet=False)
    print_truth(Console(), result, clinics.wrong)
    print_comparison(Console(), [result, *others], clinics.wrong)
    return DONE


app.command("featureshift.bench.command:app", name="bench", help="Run the benchmark.")
app.command("featureshift.train.command:app", name="train", help="Train a network.")
app.command("featureshift.weights.command:app", name="weights", help="List or verify networks.")


@app.command
def methods() -> int:
    """List the methods: what each finds, needs and costs."""
    from featureshift.localizers import methods as registered
    from featureshift.report.console import print_methods

    print_methods(Console(), registered())
    return DONE


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit; errors of our own are printed without a traceback.

    A crash must never look like a shift, so it has a code of its own.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name the terminal cannot show is no crash
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    except (FeatureshiftError, CycloptsError) as error:
        _complain(f"error {error}")
        code = BAD_INPUT
    except Exception as bug:
        if os.environ.get("FEATURESHIFT_DEBUG"):
            raise
        said = f"{type(bug).__name__}: {bug}"
        _complain(f"internal error {said}; set FEATURESHIFT_DEBUG=1 for a traceback")
        code = INTERNAL_ERROR
    sys.exit(code if isinstance(code, int) else DONE)


def _complain(text: str) -> None:
    """To standard error as it is: file names and columns are text, never markup."""
    Console(stderr=True, highlight=False, markup=False).print(text, soft_wrap=True, style="red")
