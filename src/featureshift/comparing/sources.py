"""Several tables, each read once and compared with all others together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from featureshift.errors import OptionError

if TYPE_CHECKING:
    from featureshift.comparing.comparison import Comparison
    from featureshift.methods.base import Localizer
    from featureshift.tables import Progress
    from featureshift.tables.profile import Profile

MOST_SOURCES = 100


def compare(
    sources: Mapping[str, Any],
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
    """Which of several tables is odd, and in which columns.

    Each is compared with all others together, without those that are odd themselves. A table is
    read once, however many there are.

    Parameters
    ----------
    sources
        Name -> anything that :func:`featureshift.localize` takes, at least two: hospitals, labs,
        regions, days. Sources whose columns or types are not those of most others are compared
        with them, but others are not compared with these.
    method, threshold, error_budget, min_effect, columns, ignore, groups, time, strict, seed
        As in :func:`featureshift.localize`, for each comparison.
    progress
        Called now and then with the share of the work that is done.
    """
    from featureshift.comparing.each_against_others import compare_profiles
    from featureshift.tables import part

    started = perf_counter()
    if not isinstance(sources, Mapping) or not 2 <= len(sources) <= MOST_SOURCES:
        raise OptionError(
            "these are no sources to compare",
            expected=f"2 to {MOST_SOURCES} tables by name: {{'north': table, 'south': other}}",
            found=f"{len(sources)} tables" if isinstance(sources, Mapping) else repr(sources)[:80],
        )
    always = tuple(name for name in (groups, time) if name is not None)
    profiles = _profiles(
        {str(name): source for name, source in sources.items()},
        method,
        (columns, ignore, always),
        part(progress, 0.0, 0.5),
    )
    return compare_profiles(
        profiles,
        method=method,
        threshold=threshold,
        error_budget=error_budget,
        min_effect=min_effect,
        groups=groups,
        time=time,
        strict=strict,
        seed=seed,
        started=started,
        progress=part(progress, 0.5, 1.0),
    )


def _profiles(
    sources: Mapping[str, Any],
    method: str | Localizer | None,
    chosen: tuple[Any, Any, tuple[str, ...]],
    progress: Progress | None,
) -> dict[str, Profile]:
    """Of every source, with columns in the order of the first one that has them."""
    from featureshift.comparing.kept_rows import kept_rows
    from featureshift.profiling import profile_of
    from featureshift.tables import as_table, part
    from featureshift.tables.named_columns import chosen_columns
    from featureshift.tables.profile import Profile
    from featureshift.tables.sources import has_names

    opened = {name: (as_table(source), has_names(source)) for name, source in sources.items()}
    known = list(dict.fromkeys(c.name for table, _ in opened.values() for c in table.columns))
    places = {name: place for place, name in enumerate(known)}
    wanted = set(chosen_columns(known, *chosen))
    found = {}
    for done, (name, (table, is_named)) in enumerate(opened.items()):
        if isinstance(table, Profile):
            found[name] = table
            continue
        own = [j for j, column in enumerate(table.columns) if column.name in wanted]
        own.sort(key=lambda j: places[table.columns[j].name])
        found[name] = profile_of(
            table,
            own,
            kept_rows(table, own, len(opened), method),
            is_named=is_named,
            progress=part(progress, done / len(opened), (done + 1) / len(opened)),
        )
    return found
