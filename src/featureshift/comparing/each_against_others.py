"""Profiles compared, each with the pool of the others."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from featureshift.comparing.comparison import Comparison
from featureshift.comparing.oddest_out import oddest_out
from featureshift.errors import TableError
from featureshift.localize import localize
from featureshift.result import Localization
from featureshift.tables import Progress
from featureshift.tables.profile import Profile

LEAST_ROWS = 30
"""Of a source or a group: fewer are told, not compared."""


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
    started = perf_counter() if started is None else started
    told = dict(left_out or {})
    told |= {
        name: too_few(each.n_rows) for name, each in profiles.items() if each.n_rows < LEAST_ROWS
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

    results, pool = oddest_out(compared, judge, progress)
    if progress is not None:
        progress(1.0)
    return Comparison(results, pool, told, by, perf_counter() - started)


def too_few(rows: int) -> str:
    return f"{rows:,} rows are too few to compare: fewer than {LEAST_ROWS}"
