"""Groups of the rows of one table, each compared with the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from featureshift.errors import TableError

if TYPE_CHECKING:
    from featureshift.comparing.comparison import Comparison
    from featureshift.methods.base import Localizer
    from featureshift.tables import Progress


def compare_groups(
    table: Any,
    by: str,
    *,
    method: str | Localizer | None = None,
    threshold: float | None = None,
    error_budget: float | None = None,
    min_effect: float | None = None,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    groups: str | None = None,
    time: str | None = None,
    strict: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Which group of the rows of one table is odd, and in which columns: each against the rest.

    The table is read once, and the column ``by`` alone before that.

    Parameters
    ----------
    table
        Anything that :func:`featureshift.localize` takes.
    by
        The column whose values are the groups: categories, or at most 50 distinct numbers. It is
        not compared. Groups of fewer than 30 rows are told, not compared; so are rows without a
        value.
    method, threshold, error_budget, min_effect, columns, ignore, groups, time, strict, seed
        As in :func:`featureshift.localize`, for each comparison.
    progress
        Called now and then with the share of the work that is done.
    """
    from featureshift.comparing.divided import chosen_positions, divided_by, profiles_of_parts
    from featureshift.comparing.each_against_others import LEAST_ROWS, compare_profiles, too_few
    from featureshift.comparing.group_names import group_names
    from featureshift.engines.dividing import Division, count_values
    from featureshift.tables import as_table, part
    from featureshift.tables.sources import has_names

    started = perf_counter()
    is_named, table = has_names(table), as_table(table)
    column = divided_by(table, by, "by")
    counted = count_values(table, column)
    names = group_names(counted, by, table.columns[column.position].kind)
    kept = {key: name for key, name in names.items() if counted.counts[key] >= LEAST_ROWS}
    if len(kept) < 2:
        raise TableError(
            f"the column {by!r} gives no two groups to compare",
            expected=f"two or more values, each in at least {LEAST_ROWS} rows",
            found=f"{len(names):,} values, {len(kept):,} of them in so many rows",
        )
    always = tuple(name for name in (groups, time) if name is not None)
    chosen = [j for j in chosen_positions(table, columns, ignore, always) if j != column.position]
    parts = profiles_of_parts(
        table,
        chosen,
        Division(column, len(kept), _by_value(list(kept))),
        method,
        is_named=is_named,
        progress=part(progress, 0.0, 0.5),
    )
    left_out = {
        name: too_few(counted.counts[key]) for key, name in names.items() if key not in kept
    }
    if counted.missing:
        left_out["(missing)"] = f"{counted.missing:,} rows have no value in {by!r}"
    return compare_profiles(
        dict(zip(kept.values(), parts, strict=True)),
        method=method,
        threshold=threshold,
        error_budget=error_budget,
        min_effect=min_effect,
        groups=groups,
        time=time,
        strict=strict,
        seed=seed,
        left_out=left_out,
        by=by,
        started=started,
        progress=part(progress, 0.5, 1.0),
    )


def _by_value(values: Sequence[float]) -> Callable[[Any], Any]:
    """Values of a column -> the position of each among these; -1 for others."""
    import numpy as np

    order = np.argsort(values)
    rising = np.asarray(values, np.float64)[order]

    def part_of(cells: Any) -> Any:
        found = np.minimum(np.searchsorted(rising, cells), len(rising) - 1)
        return np.where(rising[found] == cells, order[found], -1)

    return part_of
