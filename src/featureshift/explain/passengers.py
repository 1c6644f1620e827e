"""Who broke a relation: of two flagged columns one may have changed and the other merely follow."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from featureshift.explain.relations import Relation


def passengers(
    broken: Mapping[str, tuple[Relation, ...]], changed: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Flagged columns that merely follow others -> those culprits.

    ``broken`` are the broken relations of each flagged column; ``changed`` are those whose own
    distribution changed, culprits beyond doubt. Of the others, the one with most broken relations
    is blamed first, which clears whoever has no broken relation left. One broken relation between
    two columns of which nothing else is known blames both.

    >>> gone = lambda name: Relation(name, "correlation", 0.8, 0.0, 20.0)
    >>> passengers({"a": (gone("b"), gone("c")), "b": (gone("a"),)}, changed=())
    {'b': ('a',)}
    >>> passengers({"a": (gone("b"),), "b": (gone("a"),)}, changed=())
    {}
    """
    culprits = set(changed)
    open_cases = {name: relations for name, relations in broken.items() if name not in culprits}
    found: dict[str, tuple[str, ...]] = {}
    while open_cases:
        left = {
            name: [r for r in relations if r.partner not in culprits]
            for name, relations in open_cases.items()
        }
        for name in [name for name, rest in left.items() if not rest]:
            blamed = tuple(r.partner for r in open_cases.pop(name) if r.partner in culprits)
            if blamed:
                found[name] = blamed
            left.pop(name)
        if left:
            worst = max(left, key=lambda name: (len(left[name]), sum(r.z**2 for r in left[name])))
            culprits.add(worst)
            open_cases.pop(worst)
    return _without_ties(found, broken, changed)


def _without_ties(
    found: Mapping[str, tuple[str, ...]],
    broken: Mapping[str, tuple[Relation, ...]],
    changed: Collection[str],
) -> dict[str, tuple[str, ...]]:
    """Only a culprit with more to answer for than this one relation clears the other column."""
    return {
        name: culprits
        for name, culprits in found.items()
        if any(c in changed or len(broken.get(c, ())) > len(broken.get(name, ())) for c in culprits)
    }
