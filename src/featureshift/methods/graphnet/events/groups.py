"""Groups of columns that kept together.

Columns are joined along the strongest tie, then groups along the strongest sum of ties between
them, for as long as that sum is positive. So a few wrong ties do not outvote the others (greedy
additive edge contraction: Keuper et al. 2015, Efficient decomposition of image and mesh graphs by
lifted multicuts).
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

Tie = tuple[int, int, float]


def groups(ties: Iterable[Tie]) -> list[list[int]]:
    """Of all that is tied or cut: first, second, strength; each pair once. Ascending.

    >>> groups([(0, 1, 5.0), (1, 2, -3.0), (2, 3, 4.0), (0, 3, 1.0)])
    [[0, 1], [2, 3]]
    """
    near: dict[int, dict[int, float]] = {}
    for first, second, strength in ties:
        near.setdefault(first, {})[second] = strength
        near.setdefault(second, {})[first] = strength
    members = {column: [column] for column in near}
    strongest = [(-s, a, b) for a, of in near.items() for b, s in of.items() if a < b and s > 0]
    heapify(strongest)
    while strongest:
        tie, kept, gone = heappop(strongest)
        if kept not in near or near[kept].get(gone) != -tie:
            continue  # one of the two has been joined to another since
        if len(near[kept]) < len(near[gone]):
            kept, gone = gone, kept
        del near[kept][gone], near[gone][kept]
        for other, strength in near.pop(gone).items():
            del near[other][gone]
            total = near[kept].get(other, 0.0) + strength
            near[kept][other] = near[other][kept] = total
            if total > 0:
                heappush(strongest, (-total, kept, other))
        members[kept] += members.pop(gone)
    return sorted(sorted(group) for group in members.values())
