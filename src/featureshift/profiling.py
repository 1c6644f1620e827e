"""A table read once, to be compared many times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from featureshift.errors import OptionError, TableError
from featureshift.no_float_warnings import no_float_warnings
from featureshift.out_of_memory import own_memory_errors

if TYPE_CHECKING:
    from featureshift.tables import Progress, Table
    from featureshift.tables.profile import Profile


@own_memory_errors("this profile")
@no_float_warnings()
def profile(
    table: Any,
    *,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    rows: bool = True,
    engine: str | None = None,
    progress: Progress | None = None,
) -> Profile:
    """What comparisons need of a table, so that it need not be read for each of them.

    ``localize(profile(reference), query)`` gives the verdict of ``localize(reference, query)``.

    Parameters
    ----------
    table
        Anything that :func:`featureshift.localize` takes.
    columns, ignore
        Keep only these columns; leave these out. By name or by glob.
    rows
        False: keep nothing that stood in one row together. Comparisons then look at each column
        by itself: neither relations between columns nor copies of rows are seen, and they say so.
    engine
        Where the table is read, as in :func:`featureshift.localize`.
    progress
        Called now and then with the share of the work that is done.
    """
    from featureshift.engines.assigned import assigned
    from featureshift.engines.registry import check_engine
    from featureshift.methods.registry import make_localizer
    from featureshift.tables import as_table
    from featureshift.tables.named_columns import chosen_columns
    from featureshift.tables.profile.profile import Profile, readable
    from featureshift.tables.sources import has_names

    check_engine(engine)
    is_named = has_names(table)
    table = as_table(table)
    if isinstance(table, Profile):
        if columns is not None or ignore is not None:
            raise OptionError(
                "a profile cannot be made of other columns",
                remedy="profile the table itself once more, with these columns",
            )
        return table if rows else table.without_rows()
    names = [column.name for column in table.columns]
    places = {name: j for j, name in enumerate(names)}
    chosen = [places[name] for name in chosen_columns(names, columns, ignore)]
    n_read = len(readable(table.columns, chosen))
    capacity = make_localizer(None).sample_rows(max(n_read, 1))
    read = assigned(table, engine)
    made = profile_of(read, chosen, capacity, is_named=is_named, progress=progress)
    return made if rows else made.without_rows()


def profile_of(
    table: Table,
    chosen: Sequence[int],
    capacity: int,
    *,
    is_named: bool,
    progress: Progress | None = None,
) -> Profile:
    """The profile of some columns of a table, in this order, with at most so many rows."""
    from featureshift.engines.reading import summarize
    from featureshift.tables import Tally
    from featureshift.tables.profile.profile import Profile, readable, reader_of

    n_read = len(readable(table.columns, chosen))
    if n_read == 0 or table.n_rows == 0:
        raise TableError(
            "there is nothing to profile",
            expected="a table with rows, and a column of a type that can be compared",
            found=f"{table.n_rows:,} rows, {n_read:,} such columns",
        )
    reader = reader_of(table, chosen, capacity)
    summary = summarize(table, reader, Tally(table.n_rows, progress).add)
    return Profile.of(table, chosen, summary, is_named=is_named)
