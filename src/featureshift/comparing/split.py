"""One table before and after a point in time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from featureshift.errors import OptionError, TableError

if TYPE_CHECKING:
    from featureshift.methods.base import Localizer
    from featureshift.result import Localization
    from featureshift.tables import Progress


def compare_split(
    table: Any,
    time: str,
    at: Any,
    *,
    method: str | Localizer | None = None,
    threshold: float | None = None,
    n_shifted: int | None = None,
    error_budget: float | None = None,
    min_effect: float | None = None,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    groups: str | None = None,
    strict: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> Localization:
    """Which columns of one table changed at a point in time: from then on against before.

    The table is read once.

    Parameters
    ----------
    table
        Anything that :func:`featureshift.localize` takes.
    time
        A column of dates, times or numbers; it is not compared.
    at
        The first value that counts as after: a date as text ("2025-02-01", "2025-02-01 06:00") or
        as an object of ``datetime``; a number, if the column holds numbers. Without a time zone,
        dates are those of the column, or of UTC where it has a zone.
    method, threshold, n_shifted, error_budget, min_effect, columns, ignore, groups, strict, seed
        As in :func:`featureshift.localize`.
    progress
        Called now and then with the share of the work that is done.
    """
    from featureshift.comparing.divided import chosen_positions, divided_by, profiles_of_parts
    from featureshift.engines.dividing import Division
    from featureshift.localize import localize
    from featureshift.tables import as_table, part
    from featureshift.tables.sources import has_names

    is_named, table = has_names(table), as_table(table)
    column = divided_by(table, time, "time")
    point = _point(at, column.kind, time)
    always = (time,) if groups is None else (time, groups)
    chosen = chosen_positions(table, columns, ignore, always)
    before, after = profiles_of_parts(
        table,
        chosen,
        Division(column, 2, _from(point)),
        method,
        is_named=is_named,
        progress=part(progress, 0.0, 0.5),
    )
    for words, side in (("before", before), ("at or after", after)):
        if side.n_rows == 0:
            raise TableError(f"no row of {time!r} is {words} {at}", expected="rows on either side")
    return localize(
        before,
        after,
        method=method,
        threshold=threshold,
        n_shifted=n_shifted,
        error_budget=error_budget,
        min_effect=min_effect,
        groups=groups,
        time=time,
        strict=strict,
        seed=seed,
        labels=(f"before {at}", f"from {at}"),
        progress=part(progress, 0.5, 1.0),
    )


def _from(point: float) -> Callable[[Any], Any]:
    """Values of a column -> 0 before a point, 1 from then on, -1 where nothing is known."""
    import numpy as np

    return lambda cells: np.where(np.isnan(cells), -1, np.asarray(cells >= point, np.intp))


def _point(at: Any, kind: Any, time: str) -> float:
    """Where a column is split, as the number that its cells are read as."""
    from featureshift.tables import Kind

    if kind is Kind.DATETIME:
        return _seconds(at)
    if kind is not Kind.NUMERIC:
        raise TableError(
            f"the column {time!r} cannot be split at a point in time",
            expected="a column of dates or numbers",
            found=str(kind),
            remedy="read it as dates first: fs.read_table(path, types={...: 'date'})",
        )
    try:
        return float(at)
    except (TypeError, ValueError) as cause:
        message = f"the column {time!r} holds numbers, and {at!r} is none"
        raise OptionError(message, expected="a number to split at") from cause


def _seconds(at: Any) -> float:
    """A date or time as seconds since 1970 in UTC."""
    from datetime import UTC, date, datetime

    try:
        moment = datetime.fromisoformat(str(at)) if isinstance(at, date | str) else None
    except ValueError:
        moment = None
    if moment is None:
        raise OptionError(
            f"{at!r} is no date to split at", expected="such as 2025-02-01 or 2025-02-01T06:00"
        )
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
