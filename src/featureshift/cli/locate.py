"""``featureshift locate``: compare files with a reference, print the verdicts, write reports."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from featureshift.cli.compare import comparison_outputs, tell_comparison
from featureshift.cli.configuration import (
    Configuration,
    configuration_file,
    found_configuration,
)
from featureshift.cli.exit_codes import DONE, GATE_FAILED
from featureshift.cli.gates import GATES, fails, gates_named
from featureshift.cli.inputs import open_input, open_inputs, title
from featureshift.cli.options import SNIFFED, Flag, Gates, Names, Out, Place
from featureshift.cli.outputs import STANDARD_OUTPUT, Outputs, Unwritten, check_outputs
from featureshift.errors import OptionError
from featureshift.localize import localize
from featureshift.tables.files.dialect import Dialect

if TYPE_CHECKING:
    from featureshift.result import Localization


def locate(
    reference: Place,
    query: Place | None = None,
    /,
    *queries: str,
    by: str | None = None,
    split_at: str | None = None,
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
    engine: str | None = None,
    report: Out = None,
    markdown: Out = None,
    junit: Out = None,
    json: Out = None,
    repair: Path | None = None,
    fail_on: Gates = (),
    fail_on_shift: Flag = False,
    csv: Annotated[Dialect, Parameter(name="*", group="CSV")] = SNIFFED,
    config: Path | None = None,
    no_config: Flag = False,
    quiet: Annotated[Flag, Parameter(alias="-q")] = False,
) -> int:
    """Say which columns of QUERY are shifted against REFERENCE.

    Parameters
    ----------
    reference
        The trusted table: a CSV, TSV, JSON, Excel, Parquet or Feather file; a directory or glob of
        Parquet; a URL (https, s3, gs, sqlite, duckdb); what `featureshift profile` wrote; - for
        the standard input.
    query
        The table in question.
    queries
        More tables, each compared with the reference.
    by
        Without QUERY: compare groups of the rows of REFERENCE, the values of this column, each with
        the rest.
    split_at
        Without QUERY: compare the rows of REFERENCE from this date on, in the column --time, with
        those before.
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
        Compare only this column, or those of a glob such as 'income*'; may be given again.
    ignore
        Leave this column out, or those of a glob; may be given again.
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
    engine
        Where tables are read: local, dask or spark. Only files that every worker can open are read
        elsewhere than here: Parquet.
    report
        Also write an HTML report: one file that works offline. A name that ends in .md, .xml or
        .json gives that format.
    markdown
        Also write a short report for pull requests.
    junit
        Also write JUnit XML, in which each shifted column and each break of the schema is a
        failed test.
    json
        Also write the result and its explanation as JSON. Any report may go to -, the standard
        output, and then nothing else does. Of several queries, names hold {query}.
    repair
        Also write QUERY with all that is surely known undone: other units, exchanged columns,
        renamed categories, codes for missing cells. A name that ends in .parquet, .csv or .feather.
    fail_on
        Exit with 1 on any of these, with commas between them: schema (columns missing, new, of
        another type or code), shift (columns shifted), table (too few rows, or more copies of rows
        than before).
    fail_on_shift
        Exit with 1 on any of the three.
    csv
        How delimited texts are written, where that is not to be sniffed.
    config
        Read options from this file instead of the nearest featureshift.toml or [tool.featureshift]
        in pyproject.toml. Options of the command line go before those of a file.
    no_config
        Read no such file.
    quiet
        Print nothing; errors still go to standard error.
    """
    from featureshift.report import format_of

    said = found_configuration(config, no_config).overruled(
        method=method,
        threshold=threshold,
        n_shifted=n_shifted,
        error_budget=error_budget,
        min_effect=min_effect,
        columns=columns,
        ignore=ignore,
        groups=groups,
        time=time,
        max_rows=max_rows,
        strict=strict,
        engine=engine,
        csv=csv,
        fail_on=fail_on,
    )
    gates = tuple(GATES) if fail_on_shift else gates_named(said.fail_on)
    by_suffix = format_of(report) or "html" if report else "html"
    asked = ((by_suffix, report), ("markdown", markdown), ("junit", junit), ("json", json))
    outputs = Outputs(tuple((kind, path) for kind, path in asked if path is not None), repair)
    read = [reference, *([query] if query else []), *queries]
    settings = configuration_file(config, no_config)
    planned = [outputs.of(each) for each in read[1:]] or [outputs]
    if queries:
        outputs.check_several()
    check_outputs(
        [path for each in planned for path in each.paths],
        [*read, *([settings] if settings else [])],
    )
    if by is not None or split_at is not None:
        _check_one_table(by, split_at, query, said, (markdown, junit), repair)
        one = _OneTable(reference, said, gates, seed, quiet)
        if by is not None:
            return one.compare_groups(by, comparison_outputs(report, json))
        return one.compare_split(str(split_at), outputs)
    if query is None:
        raise OptionError(
            "there is no table to compare with",
            expected="REFERENCE and QUERY, or groups of one table: --by COLUMN, --split-at DATE",
        )
    comparison = _Comparison(reference, said, gates, labels, seed, quiet)
    failed = [comparison.fails(each, files) for each, files in zip(read[1:], planned, strict=True)]
    comparison.unwritten.check()
    return GATE_FAILED if any(failed) else DONE


@dataclass(frozen=True)
class _Comparison:
    """What holds for every query that is compared with the reference."""

    reference: str
    said: Configuration
    gates: Sequence[str]
    labels: tuple[str, str] | None
    seed: int
    quiet: bool
    unwritten: Unwritten = field(default_factory=Unwritten)

    def fails(self, query: str, outputs: Outputs) -> bool:
        """Tell of one query; whether it fails a gate."""
        inputs = open_inputs(self.reference, query, self.said.reading)
        result = self._localized(inputs, self.labels or _file_names(self.reference, query))
        tell(
            result,
            f"{result.labels[1]} against {result.labels[0]}",
            outputs,
            self.quiet,
            self.unwritten,
        )
        if outputs.repair is not None:
            with self.unwritten.noted():
                self._repair(result, inputs, outputs.repair, outputs.takes_standard_output)
        return fails(result, self.gates)

    def _localized(self, inputs: tuple[Any, Any], labels: tuple[str, str]) -> Localization:
        from featureshift.report.console import progress_bar

        said = self.said
        with progress_bar(Console(stderr=True, quiet=self.quiet), "comparing") as progress:
            return localize(
                *inputs,
                method=said.method,
                threshold=said.threshold,
                n_shifted=said.n_shifted,
                error_budget=said.error_budget,
                min_effect=said.min_effect,
                columns=said.columns or None,
                ignore=said.ignore or None,
                groups=said.groups,
                time=said.time,
                max_rows=said.max_rows,
                strict=said.strict,
                engine=said.engine,
                seed=self.seed,
                labels=labels,
                progress=progress,
            )

    def _repair(
        self, result: Localization, inputs: tuple[Any, Any], path: Path, aside: bool
    ) -> None:
        """Write the query with what is known undone; ``aside`` keeps the standard output free."""
        from featureshift.repair import write_table
        from featureshift.report.console import print_repair

        reference, query = inputs
        repaired = result.repair(query, reference)
        write_table(repaired.table, path)
        print_repair(Console(stderr=aside, quiet=self.quiet), repaired, path.name)


@dataclass(frozen=True)
class _OneTable:
    """Rows of one table, compared with other rows of it."""

    place: str
    said: Configuration
    gates: tuple[str, ...]
    seed: int
    quiet: bool

    def compare_groups(self, by: str, outputs: Outputs) -> int:
        """Each value of a column against the rest; the exit code."""
        from featureshift.comparing import compare_groups
        from featureshift.report.console import progress_bar

        with progress_bar(Console(stderr=True, quiet=self.quiet), "comparing") as progress:
            found = compare_groups(
                open_input(self.place, self.said.reading),
                by,
                time=self.said.time,
                progress=progress,
                **self._options,
            )
        return tell_comparison(found, outputs, self.gates, self.quiet)

    def compare_split(self, at: str, outputs: Outputs) -> int:
        """Rows from a date on against those before; the exit code."""
        from featureshift.comparing import compare_split
        from featureshift.report.console import progress_bar

        with progress_bar(Console(stderr=True, quiet=self.quiet), "comparing") as progress:
            result = compare_split(
                open_input(self.place, self.said.reading),
                str(self.said.time),
                at,
                n_shifted=self.said.n_shifted,
                progress=progress,
                **self._options,
            )
        told = f"{title(self.place)}, {result.labels[1]} against {result.labels[0]}"
        unwritten = Unwritten()
        tell(result, told, outputs, self.quiet, unwritten)
        unwritten.check()
        return GATE_FAILED if fails(result, self.gates) else DONE

    @property
    def _options(self) -> dict[str, Any]:
        said = self.said
        return {
            "method": said.method,
            "threshold": said.threshold,
            "error_budget": said.error_budget,
            "min_effect": said.min_effect,
            "columns": said.columns or None,
            "ignore": said.ignore or None,
            "groups": said.groups,
            "strict": said.strict,
            "seed": self.seed,
        }


def _check_one_table(
    by: str | None,
    split_at: str | None,
    query: str | None,
    said: Configuration,
    texts: tuple[Path | None, ...],
    repair: Path | None,
) -> None:
    """Refuse what does not go with the comparison of rows of one table."""
    if query is not None or (by is not None and split_at is not None):
        raise OptionError(
            "--by and --split-at compare rows of one table",
            expected="REFERENCE alone, and one of the two options",
        )
    if split_at is not None and said.time is None:
        raise OptionError("--split-at needs the column of the dates", expected="--time COLUMN")
    excluded = {
        "--n-shifted": by is not None and said.n_shifted is not None,
        "--max-rows": said.max_rows is not None,
        "--markdown and --junit": by is not None and any(texts),
        "--repair": repair is not None,
    }
    for option, is_given in excluded.items():
        if is_given:
            mode = "--by" if by is not None else "--split-at"
            raise OptionError(f"{option} cannot be used with {mode}")


def _file_names(reference: str, query: str) -> tuple[str, str]:
    """The whole paths where the names alone are the same."""
    names = title(reference), title(query)
    return names if names[0] != names[1] else (reference, query)


def tell(
    result: Localization, title: str, outputs: Outputs, quiet: bool, unwritten: Unwritten
) -> None:
    """Print the result and write the files that were asked for, each in its format."""
    if quiet and not outputs.files:
        return
    from featureshift.report import render, report_data, save
    from featureshift.report.console import print_report

    data = report_data(result, title=title)
    print_report(Console(quiet=quiet or outputs.takes_standard_output), data)
    for kind, path in outputs.files:
        if path == STANDARD_OUTPUT:
            sys.stdout.write(render(data, kind))
        else:
            with unwritten.noted():
                save(data, kind, path)
