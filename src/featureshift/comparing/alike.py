"""Sources whose rows can be pooled: those with the same columns of the same types."""

from __future__ import annotations

from collections.abc import Mapping

from featureshift.errors import TableError
from featureshift.tables import Kind
from featureshift.tables.profile import Profile


def most_alike(profiles: Mapping[str, Profile]) -> list[str]:
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
    pairs = zip(one.columns, other.columns, strict=False)
    return len(one.columns) == len(other.columns) and all(
        own.name == its.name and its.kind in (own.kind, Kind.EMPTY) for own, its in pairs
    )
