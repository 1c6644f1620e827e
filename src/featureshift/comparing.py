"""Many sources, or groups of one table: each is compared with the pool of the others.

Every source is read once, into its profile; pools are sums of profiles. One that is odd would make
the others look odd, since they are compared with its rows: so the oddest is taken out of the pool
first, and what is flagged then is compared anew, until nothing more is flagged or half are left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from featureshift.errors import OptionError, TableError, UnknownNameError

if TYPE_CHECKING:
    from featureshift.comparison import Comparison
    from featureshift.engines.dividing import Counted
    from featureshift.methods.base import Localizer
    from featureshift.result import Localization
    from featureshift.tables import Progress, Table
    from featureshift.tables.profile import Profile

MOST_SOURCES = 100
MOST_GROUPS = 50
LEAST_ROWS = 30
"""Of a source or a group: fewer are told, not compared."""
KEPT_CELLS = 1 << 25
"""In the profiles of all sources together: 256 MB, and as many again in their sums."""
FEWEST_KEPT = 1000
"""Rows of each source that are kept, however many there are."""

Judge = Callable[["Profile", str], "Localization"]
"""The pool and the name of a source -> what is shifted in the source."""


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
    from featureshift.engines.dividing import Division, count_values, read_parts
    from featureshift.tables import Tally, as_table, part
    from featureshift.tables.sources import has_names

    started = perf_counter()
    is_named, table = has_names(table), as_table(table)
    column = _dividing(table, by, "by")
    counted = count_values(table, column)
    names = _group_names(counted, by, table.columns[column.position].kind)
    kept = {key: name for key, name in names.items() if counted.counts[key] >= LEAST_ROWS}
    if len(kept) < 2:
        raise TableError(
            f"the column {by!r} gives no two groups to compare",
            expected=f"two or more values, each in at least {LEAST_ROWS} rows",
            found=f"{len(names):,} values, {len(kept):,} of them in so many rows",
        )
    always = tuple(name for name in (groups, time) if name is not None)
    chosen = [j for j in _chosen(table, columns, ignore, always) if j != column.position]
    parts = read_parts(
        table,
        chosen,
        Division(column, len(kept), _by_value(list(kept))),
        _capacity(table, chosen, len(kept), method),
        is_named=is_named,
        advance=Tally(table.n_rows, part(progress, 0.0, 0.5)).add,
    )
    left_out = {
        name: _too_few(counted.counts[key]) for key, name in names.items() if key not in kept
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
    from featureshift.engines.dividing import Division, read_parts
    from featureshift.localize import localize
    from featureshift.tables import Tally, as_table, part
    from featureshift.tables.sources import has_names

    is_named, table = has_names(table), as_table(table)
    column = _dividing(table, time, "time")
    point = _point(at, column.kind, time)
    always = (time,) if groups is None else (time, groups)
    chosen = _chosen(table, columns, ignore, always)
    before, after = read_parts(
        table,
        chosen,
        Division(column, 2, _from(point)),
        _capacity(table, chosen, 2, method),
        is_named=is_named,
        advance=Tally(table.n_rows, part(progress, 0.0, 0.5)).add,
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


def compare_profiles(
    profiles: Mapping[str, Profile],
    *,
    left_out: Mapping[str, str] | None = None,
    by: str | None = None,
    started: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Comparison:
    """Each of the profiles against the pool of the others; ``options`` are those of localize."""
    from featureshift.comparison import Comparison
    from featureshift.localize import localize

    started = perf_counter() if started is None else started
    told = dict(left_out or {})
    told |= {
        name: _too_few(each.n_rows) for name, each in profiles.items() if each.n_rows < LEAST_ROWS
    }
    compared = {name: each for name, each in profiles.items() if name not in told}
    if len(compared) < 2:
        raise TableError(
            "there are no two sources to compare",
            expected=f"two or more sources of at least {LEAST_ROWS} rows",
            found=f"{len(compared)} such sources",
        )
    others = "the rest" if by is not None else "the others"

    def judge(pool: Profile, name: str) -> Localization:
        return localize(pool, compared[name], labels=(others, name), **options)

    results, pool = _each_against_others(compared, judge, progress)
    if progress is not None:
        progress(1.0)
    return Comparison(results, pool, told, by, perf_counter() - started)


def _each_against_others(
    profiles: Mapping[str, Profile], judge: Judge, progress: Progress | None
) -> tuple[dict[str, Localization], tuple[str, ...]]:
    """Every source against the pool of those that are not odd; and who these are."""
    from featureshift.comparison import oddest

    norm = _alike(profiles)
    fewest = max(2, math.ceil(len(norm) / 2))
    results: dict[str, Localization] = {}
    judged_with: dict[str, list[str]] = {}

    def judge_again(names: Iterable[str]) -> None:
        pools = _pools(profiles, norm, [name for name in names if judged_with.get(name) != norm])
        for name, pool in pools:
            results[name] = judge(pool, name)
            judged_with[name] = list(norm)
            if progress is not None:
                progress(0.9 * len(results) / len(profiles))

    judge_again(norm)
    while len(norm) > fewest:
        worst = oddest(results, norm)
        if worst is not None:
            norm.remove(worst)
            judge_again([name for name in norm if results[name].shifted.any()])
        elif any(judged_with[name] != norm for name in norm):
            judge_again(norm)  # what an odd source hid may show now
        else:
            break
    judge_again(profiles)
    return {name: results[name] for name in profiles}, tuple(norm)


def _pools(
    profiles: Mapping[str, Profile], norm: Sequence[str], names: Sequence[str]
) -> Iterable[tuple[str, Profile]]:
    """Each name with the sum of the ordinary sources other than itself."""
    from featureshift.tables.profile.pools import pooled, pools_without

    members = [profiles[name] for name in norm]
    inside = [norm.index(name) for name in names if name in norm]
    if inside:
        yield from ((norm[k], pool) for k, pool in pools_without(members, inside))
    outside = [name for name in names if name not in norm]
    if outside:
        whole = pooled(members)
        yield from ((name, whole) for name in outside)


def _alike(profiles: Mapping[str, Profile]) -> list[str]:
    """The most sources that have the same columns of the same types, so that they can be summed.

    Of two sources that are not alike, each is the pool of the other.
    """
    best: list[str] = []
    for one in profiles.values():
        found = [name for name, other in profiles.items() if _has_columns_of(other, one)]
        best = found if len(found) > len(best) else best
    if len(best) < 2 < len(profiles):
        raise TableError(
            "no two sources have the same columns of the same types",
            expected="sources of which most are alike",
            remedy="compare the columns that they share: columns=[...], --columns",
        )
    return list(profiles) if len(profiles) == 2 else best


def _has_columns_of(other: Profile, one: Profile) -> bool:
    from featureshift.tables import Kind

    pairs = zip(one.columns, other.columns, strict=False)
    return len(one.columns) == len(other.columns) and all(
        own.name == its.name and its.kind in (own.kind, Kind.EMPTY) for own, its in pairs
    )


def _profiles(
    sources: Mapping[str, Any],
    method: str | Localizer | None,
    chosen: tuple[Any, Any, tuple[str, ...]],
    progress: Progress | None,
) -> dict[str, Profile]:
    """Of every source, with columns in the order of the first one that has them."""
    from featureshift.profiling import profile_of
    from featureshift.tables import as_table, part
    from featureshift.tables.profile import Profile
    from featureshift.tables.sources import has_names

    opened = {name: (as_table(source), has_names(source)) for name, source in sources.items()}
    known = list(dict.fromkeys(c.name for table, _ in opened.values() for c in table.columns))
    places = {name: place for place, name in enumerate(known)}
    wanted = _wanted(known, *chosen)
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
            _capacity(table, own, len(opened), method),
            is_named=is_named,
            progress=part(progress, done / len(opened), (done + 1) / len(opened)),
        )
    return found


def _wanted(known: Sequence[str], columns: Any, ignore: Any, always: tuple[str, ...]) -> set[str]:
    from featureshift.tables.named_columns import chosen_columns

    return set(chosen_columns(known, columns, ignore, always))


def _chosen(table: Table, columns: Any, ignore: Any, always: tuple[str, ...]) -> list[int]:
    wanted = _wanted([column.name for column in table.columns], columns, ignore, always)
    return [j for j, column in enumerate(table.columns) if column.name in wanted]


def _capacity(
    table: Table, chosen: Sequence[int], n_sources: int, method: str | Localizer | None
) -> int:
    """Rows that are kept of one of so many sources."""
    from featureshift.methods.registry import make_localizer
    from featureshift.tables.profile.profile import readable

    width = max(len(readable(table.columns, chosen)), 1)
    fitting = max(KEPT_CELLS // (n_sources * width), FEWEST_KEPT)
    return min(make_localizer(method).sample_rows(width), fitting)


def _dividing(table: Table, name: str, option: str) -> Any:
    """The column by which rows are divided."""
    from featureshift.engines.dividing import dividing_column

    names = [column.name for column in table.columns]
    if name not in names:
        raise UnknownNameError("column", str(name), names)
    column = dividing_column(table, names.index(name))
    if column is None:
        raise TableError(
            f"the column {name!r} of {option} cannot divide the rows",
            expected="a column of texts, numbers or dates",
            found=str(table.columns[names.index(name)].kind),
        )
    return column


def _group_names(counted: Counted, by: str, kind: Any) -> dict[float, str]:
    """Value -> name of the group, the most frequent first."""
    from featureshift.tables import Kind

    if len(counted.counts) > MOST_GROUPS:
        many = f"more than {len(counted.counts) - 1:,}"
        found = many if counted.are_many else f"{len(counted.counts):,}"
        remedies = {
            Kind.DATETIME: f"split it in two: --split-at DATE --time {by}, fs.compare_split",
            Kind.NUMERIC: "make a column of a few ranges of it first",
        }
        raise OptionError(
            f"the column {by!r} has too many values to be groups",
            expected=f"at most {MOST_GROUPS} distinct values",
            found=f"{found} values of type {kind}",
            remedy=remedies.get(kind, "make a column of fewer groups first, or filter the rows"),
        )
    return {
        value: counted.texts.get(value) or _value_name(value, kind)
        for value, _ in counted.counts.most_common()
    }


def _value_name(value: float, kind: Any) -> str:
    """A number, date or flag as the name of a group."""
    from featureshift.tables import Kind

    if kind is Kind.BOOLEAN:
        return str(bool(value)).lower()
    if kind is Kind.DATETIME:
        from datetime import UTC, datetime

        moment = datetime.fromtimestamp(value, UTC).replace(tzinfo=None)
        return moment.isoformat(" ").removesuffix(" 00:00:00")
    return str(int(value)) if value.is_integer() else repr(value)


def _by_value(values: Sequence[float]) -> Callable[[Any], Any]:
    """Values of a column -> the position of each among these; -1 for others."""
    import numpy as np

    order = np.argsort(values)
    rising = np.asarray(values, np.float64)[order]

    def part_of(cells: Any) -> Any:
        found = np.minimum(np.searchsorted(rising, cells), len(rising) - 1)
        return np.where(rising[found] == cells, order[found], -1)

    return part_of


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


def _too_few(rows: int) -> str:
    return f"{rows:,} rows are too few to compare: fewer than {LEAST_ROWS}"
