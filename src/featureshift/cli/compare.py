"""``featureshift compare``: several sources, each against the pool of the others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console

from featureshift.cli.configuration import configuration_file, found_configuration
from featureshift.cli.exit_codes import DONE, GATE_FAILED
from featureshift.cli.gates import GATES, fails, gates_named
from featureshift.cli.inputs import open_input, title
from featureshift.cli.options import SNIFFED, Flag, Gates, Names, Out
from featureshift.cli.outputs import STANDARD_OUTPUT, Outputs, Unwritten, check_outputs
from featureshift.comparing import compare as compared
from featureshift.errors import OptionError
from featureshift.tables.files.dialect import Dialect

if TYPE_CHECKING:
    from featureshift.comparing.comparison import Comparison


def compare(
    source: str,
    other: str,
    /,
    *more: str,
    method: str | None = None,
    threshold: float | None = None,
    error_budget: float | None = None,
    min_effect: float | None = None,
    columns: Names = (),
    ignore: Names = (),
    groups: str | None = None,
    time: str | None = None,
    strict: Flag = False,
    seed: int = 0,
    labels: Names = (),
    report: Out = None,
    json: Out = None,
    fail_on: Gates = (),
    fail_on_shift: Flag = False,
    csv: Annotated[Dialect, Parameter(name="*", group="CSV")] = SNIFFED,
    config: Path | None = None,
    no_config: Flag = False,
    quiet: Annotated[Flag, Parameter(alias="-q")] = False,
) -> int:
    """Say which of several sources is odd, and in which columns.

    Parameters
    ----------
    source
        A table as `featureshift locate` takes it, or a profile.
    other
        Another one.
    more
        More of them. Each is read once, and compared with all others together.
    method
        One of those that `featureshift methods` lists.
    threshold
        Shifted means a score above this.
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
    strict
        Fail where a column would be left out or read in a special way.
    seed
        Same seed, same result.
    labels
        What to call a source, as often as there are sources; by default the names of the files.
    report
        Also write an HTML page on all sources; a name that ends in .json gives JSON.
    json
        Also write the result as JSON. Either may go to -, the standard output.
    fail_on
        Exit with 1 if any source has one of these, with commas between them: schema, shift, table.
    fail_on_shift
        Exit with 1 on any of the three.
    csv
        How delimited texts are written, where that is not to be sniffed.
    config
        Read options from this file instead of the nearest featureshift.toml or [tool.featureshift]
        in pyproject.toml.
    no_config
        Read no such file.
    quiet
        Print nothing; errors still go to standard error.
    """
    from featureshift.report.console import progress_bar

    said = found_configuration(config, no_config).overruled(
        method=method,
        threshold=threshold,
        error_budget=error_budget,
        min_effect=min_effect,
        columns=columns,
        ignore=ignore,
        groups=groups,
        time=time,
        strict=strict,
        csv=csv,
        fail_on=fail_on,
    )
    gates = tuple(GATES) if fail_on_shift else gates_named(said.fail_on)
    outputs = comparison_outputs(report, json)
    places = (source, other, *more)
    settings = configuration_file(config, no_config)
    check_outputs(outputs.paths, [*places, *([settings] if settings else [])])
    names = _names(places, labels)
    with progress_bar(Console(stderr=True, quiet=quiet), "comparing") as progress:
        found = compared(
            {
                name: open_input(place, said.reading)
                for name, place in zip(names, places, strict=True)
            },
            method=said.method,
            threshold=said.threshold,
            error_budget=said.error_budget,
            min_effect=said.min_effect,
            columns=said.columns or None,
            ignore=said.ignore or None,
            groups=said.groups,
            time=said.time,
            strict=said.strict,
            seed=seed,
            progress=progress,
        )
    return tell_comparison(found, outputs, gates, quiet)


def comparison_outputs(report: Path | None, json: Path | None) -> Outputs:
    """The files that are asked for; the report is a page unless its name says JSON."""
    kind = "json" if report is not None and report.suffix.lower() == ".json" else "html"
    asked = ((kind, report), ("json", json))
    return Outputs(tuple((kind, path) for kind, path in asked if path is not None))


def tell_comparison(
    found: Comparison, outputs: Outputs, gates: tuple[str, ...], quiet: bool
) -> int:
    """Print the result, write the files that were asked for; the exit code."""
    if outputs.files or not quiet:
        from featureshift.report.comparison.console import print_comparison_report
        from featureshift.report.comparison.data import comparison_data
        from featureshift.report.comparison.write import render_comparison
        from featureshift.written_whole import write_text

        data = comparison_data(found)
        print_comparison_report(Console(quiet=quiet or outputs.takes_standard_output), data)
        unwritten = Unwritten()
        for kind, path in outputs.files:
            text = render_comparison(data, kind)
            if path == STANDARD_OUTPUT:
                sys.stdout.write(text)
            else:
                with unwritten.noted():
                    write_text(text, path)
        unwritten.check()
    failed = any(fails(result, gates) for result in found.results.values())
    return GATE_FAILED if failed else DONE


def _names(places: tuple[str, ...], labels: tuple[str, ...]) -> list[str]:
    """What the sources are called: names of files, or whole paths where names are the same.

    >>> _names(("a/x.csv", "b/y.csv"), ()), _names(("a/x.csv", "b/x.csv"), ())
    (['x.csv', 'y.csv'], ['a/x.csv', 'b/x.csv'])
    """
    if labels and len(labels) != len(places):
        raise OptionError(
            "there are not as many labels as sources",
            expected=f"{len(places)} times --labels NAME",
            found=f"{len(labels)}",
        )
    short = [title(place) for place in places]
    names = list(labels) or (short if len(set(short)) == len(short) else list(places))
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise OptionError("sources have the same name", found=", ".join(sorted(twice)))
    return names
