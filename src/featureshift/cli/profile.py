"""``featureshift profile``: read a reference once, and keep what comparisons need of it."""

from __future__ import annotations

from functools import reduce
from operator import add
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from featureshift.cli.inputs import open_input
from featureshift.cli.options import SNIFFED, Flag, Names, Place
from featureshift.cli.outputs import check_outputs
from featureshift.profiling import profile as profiled
from featureshift.spelled_out import spelled_out
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.options import ReadOptions


def profile(
    reference: Place,
    /,
    *more: str,
    output: Annotated[Path, Parameter(alias="-o")],
    columns: Names = (),
    ignore: Names = (),
    no_rows: Flag = False,
    csv: Annotated[Dialect, Parameter(name="*", group="CSV")] = SNIFFED,
    quiet: Annotated[Flag, Parameter(alias="-q")] = False,
) -> int:
    """Keep what comparisons need of REFERENCE, for `featureshift locate FILE QUERY`.

    Parameters
    ----------
    reference
        A table as `featureshift locate` takes it, or a profile.
    more
        Tables or profiles with the same columns, whose rows follow: yesterday.fsp today.parquet.
    output
        The file to write; .fsp is its usual ending. It holds rows of the table, unless --no-rows.
    columns
        Keep only this column, or those of a glob; may be given again.
    ignore
        Leave this column out, or those of a glob; may be given again.
    no_rows
        Keep nothing that stood in one row together; comparisons then look at each
        column by itself.
    csv
        How delimited texts are written, where that is not to be sniffed.
    quiet
        Print nothing; errors still go to standard error.
    """
    from featureshift.report.console import progress_bar

    check_outputs([output], (reference, *more))
    chosen: dict[str, Any] = {
        "columns": columns or None,
        "ignore": ignore or None,
        "rows": not no_rows,
    }
    with progress_bar(Console(stderr=True, quiet=quiet), "profiling") as progress:
        profiles = [
            profiled(open_input(place, ReadOptions(csv)), **chosen, progress=progress)
            for place in (reference, *more)
        ]
    whole = reduce(add, profiles)
    whole.save(output)
    size = f"{output.stat().st_size / 1e6:,.1f} MB"
    said = f"{spelled_out(str(output))}: {whole}, {size}"
    Console(quiet=quiet, highlight=False, markup=False).print(said, soft_wrap=True)
    return 0
