"""Which sources make the pool that the others are compared with.

One that is odd would make the others look odd, since they are compared with its rows: so the oddest
is taken out of the pool first, and what is flagged then is compared anew, until nothing more is
flagged or half are left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from featureshift.comparing.alike import most_alike
from featureshift.comparing.comparison import oddness
from featureshift.result import Localization
from featureshift.tables import Progress
from featureshift.tables.profile import Profile
from featureshift.tables.profile.pools import pooled, pools_without

Judge = Callable[[Profile, str], Localization]
"""The pool and the name of a source -> what is shifted in the source."""


def oddest_out(
    profiles: Mapping[str, Profile], judge: Judge, progress: Progress | None
) -> tuple[dict[str, Localization], tuple[str, ...]]:
    """Every source against the pool of those that are not odd; and who these are."""
    norm = most_alike(profiles)
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
        worst = _oddest(results, norm)
        if worst is not None:
            norm.remove(worst)
            judge_again([name for name in norm if results[name].shifted.any()])
        elif any(judged_with[name] != norm for name in norm):
            judge_again(norm)  # what an odd source hid may show now
        else:
            break
    judge_again(profiles)
    return {name: results[name] for name in profiles}, tuple(norm)


def _oddest(results: Mapping[str, Localization], among: Sequence[str]) -> str | None:
    """Of some sources the one that differs most, if any has shifted columns."""
    shifted = [name for name in among if results[name].shifted.any()]
    return max(shifted, key=lambda name: oddness(results[name]), default=None)


def _pools(
    profiles: Mapping[str, Profile], norm: Sequence[str], names: Sequence[str]
) -> Iterable[tuple[str, Profile]]:
    """Each name with the sum of the ordinary sources other than itself."""
    members = [profiles[name] for name in norm]
    inside = [norm.index(name) for name in names if name in norm]
    if inside:
        yield from ((norm[k], pool) for k, pool in pools_without(members, inside))
    outside = [name for name in names if name not in norm]
    if outside:
        whole = pooled(members)
        yield from ((name, whole) for name in outside)
