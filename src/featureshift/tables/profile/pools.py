"""Sums of many profiles: of all, and of all but one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from operator import add

from featureshift.tables.profile.profile import Profile


def pooled(profiles: Sequence[Profile]) -> Profile:
    """One below the other."""
    return reduce(add, profiles)


def pools_without(
    profiles: Sequence[Profile], left_out: Collection[int]
) -> Iterator[tuple[int, Profile]]:
    """For each of some positions, the sum of all other profiles, of which there is at least one.

    What comes before a profile and what comes after it are summed along the way: three sums a
    profile, however many there are.
    """
    after: list[Profile | None] = [None]
    for profile in reversed(profiles[1:]):
        after.append(_sum(profile, after[-1]))
    before: Profile | None = None
    for position, profile in enumerate(profiles):
        rest = _sum(before, after.pop())
        if position in left_out and rest is not None:
            yield position, rest
        before = _sum(before, profile)


def _sum(first: Profile | None, second: Profile | None) -> Profile | None:
    if first is None or second is None:
        return second if first is None else first
    return first + second
