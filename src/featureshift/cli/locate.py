"""``featureshift locate``: compare two files, print the verdict, write reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console

from featureshift.cli.exit_codes import DONE, SHIFT_FOUND
from featureshift.localize import localize

if TYPE_CHECKING:
    from featureshift.result import Localization

Names = Annotated[
    tuple[str, ...], Parameter(consume_multiple=True, negative=(), show_default=False)
]
Flag = Annotated[bool, Parameter(negative=(), show_default=False)]


def locate(
    reference: str,
    query: str,
    /,
    *,
    method: str | None = None,
    threshold: float | None = None,
    n_shifted: int | None = None,
    error_budget: float | None = None,
    min_effect: float | None = None,
    columns: Names = (),
    ignore: Names = (),
    groups: str | None = None,
    time: str | None = None,
    max_rows: int | None = None,
    strict: Flag = False,
    seed: int = 0,
    labels: tuple[str, str] | None = None,
    report: Path | None = None,
    markdown: Path | None = None,
    junit: Path | None = None,
    json: Path | None = None,
    repair: Path | None = None,
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
    error_budget
        Flag as many columns as can be while the expected share of wrong flags stays within this.
    min_effect
        Do not flag columns whose effect, from 0 (nothing changed) to 1, is below this.
    columns
        Compare only these columns.
    ignore
        Leave these columns out.
    groups
        The column that says which rows belong together, such as a patient; it is not compared.
    time
        The column that says which row came first; it is not compared.
    max_rows
        Use at most so many random rows of each table.
    strict
        Fail where a column would be left out or read in a special way.
    seed
        Same seed, same result.
    labels
        What to call REFERENCE and QUERY in all that is printed and written; by default the names
        of the files.
    report
        Also write an HTML report: one file that works offline. A name that ends in .md, .xml or
        .json gives that format.
    markdown
        Also write a short report for pull requests.
    junit
        Also write JUnit XML, in which each shifted column is a failed test.
    json
        Also write the result and its explanation as JSON.
    repair
        Also write QUERY with all that is surely known undone: other units, exchanged columns,
        renamed categories, codes for missing cells. A name that ends in .parquet, .csv or .feather.
    fail_on_shift
        Exit with 1 if any column is shifted.
    quiet
        Print nothing; errors still go to standard error.
    """
    from featureshift.report import format_of
    from featureshift.report.console import progress_bar

    with progress_bar(Console(stderr=True, quiet=quiet), "comparing") as progress:
        result = localize(
            reference,
            query,
            method=method,
            threshold=threshold,
            n_shifted=n_shifted,
            error_budget=error_budget,
            min_effect=min_effect,
            columns=columns or None,
            ignore=ignore or None,
            groups=groups,
            time=time,
            max_rows=max_rows,
            strict=strict,
            seed=seed,
            labels=labels or _file_names(reference, query),
            progress=progress,
        )
    by_suffix = format_of(report) or "html" if report else "html"
    files = [(by_suffix, report), ("markdown", markdown), ("junit", junit), ("json", json)]
    tell(result, f"{result.labels[1]} against {result.labels[0]}", files, quiet)
    if repair is not None:
        from featureshift.repair import write_table
        from featureshift.report.console import print_repair

        repaired = result.repair(query, reference)
        write_table(repaired.table, repair)
        print_repair(Console(quiet=quiet), repaired, repair.name)
    return SHIFT_FOUND if fail_on_shift and result.shifted.any() else DONE


def _file_names(reference: str, query: str) -> tuple[str, str]:
    """The whole paths where the names alone are the same."""
    names = Path(reference).name or reference, Path(query).name or query
    return names if names[0] != names[1] else (reference, query)


def tell(
    result: Localization, title: str, files: Sequence[tuple[str, Path | None]], quiet: bool
) -> None:
    """Print the result and write the files that were asked for, each in its format."""
    wanted = [(kind, path) for kind, path in files if path is not None]
    if quiet and not wanted:
        return
    from featureshift.report import report_data, save
    from featureshift.report.console import print_report

    data = report_data(result, title=title)
    for kind, path in wanted:
        save(data, kind, path)
    print_report(Console(quiet=quiet), data)
