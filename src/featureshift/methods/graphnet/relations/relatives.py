"""The features most related to each in either table: candidates for its partners.

All pairs are compared while that can be afforded. Beyond, features are compared that share one of
their nearest anchors: close relatives do, while weak relations of very wide tables may be missed.
Only correlations are looked at; what they are worth is computed for the relatives that are found.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices
from featureshift.methods.graphnet.relations.anchors import anchor_groups
from featureshift.methods.graphnet.relations.correlation import Floats, Standardized
from featureshift.methods.partner_choice import choose, highest, strength

STRONGEST, CHANGED = 18, 6
"""Relatives of a feature, by the larger correlation and by the difference of correlations."""
MOST_PRODUCTS = 1 << 40
"""Pairs x rows for which all pairs are compared: 20,000 columns of twice 1,000 rows and more."""
BLOCK = 1024
"""Features compared with as many others at once."""
STRIP_CELLS = 1 << 20
"""Relatives to choose from at once."""

Which = slice | NDArray[np.intp]


class _Lists(NamedTuple):
    """Relatives of all features, [features, places, count], and how good they are.

    Each comparison a feature takes part in fills a place of its own, so that comparisons can be
    made in any order and at the same time.
    """

    features: NDArray[np.int32]
    criterion: Floats


def relatives(
    reference: Standardized, query: Standardized, by_content: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Of every feature, [features, STRONGEST + CHANGED]; a feature itself fills up."""
    n_features = len(reference.scores)
    if n_features**2 * (reference.n + query.n) <= MOST_PRODUCTS:
        lists = _among_all(reference, query)
    else:
        lists = _among_groups(reference, query, anchor_groups(reference, query, by_content))

    def of_strip(part: slice) -> NDArray[np.int32]:
        found = [_best(kept.features[part], kept.criterion[part]) for kept in lists]
        return np.concatenate(found, axis=1)

    width = lists[0].features[0].size
    return _once(np.concatenate(each(of_strip, slices(n_features, STRIP_CELLS // width))))


def _among_all(reference: Standardized, query: Standardized) -> list[_Lists]:
    n_features = len(reference.scores)
    blocks = slices(n_features, BLOCK)
    lists = _empty(n_features, len(blocks))
    names = np.arange(n_features, dtype=np.int32)

    def compare(pair: tuple[int, int]) -> None:
        i, j = pair
        strong, change = _compared(reference, query, blocks[i], blocks[j])
        if i != j:
            turned = np.ascontiguousarray(strong.T), np.ascontiguousarray(change.T)
            _keep(lists, blocks[j], i, *turned, names[blocks[i]])
        _keep(lists, blocks[i], j, strong, change, names[blocks[j]])

    each(compare, [(i, j) for j in range(len(blocks)) for i in range(j + 1)])
    return lists


def _among_groups(
    reference: Standardized, query: Standardized, groups: list[NDArray[np.intp]]
) -> list[_Lists]:
    n_features = len(reference.scores)
    places = _places(groups, n_features)
    lists = _empty(n_features, 1 + max((int(place.max()) for place in places), default=0))

    def compare(number: int) -> None:
        members = groups[number]
        strong, change = _compared(reference, query, members, members)
        _keep(lists, members, places[number], strong, change, members.astype(np.int32))

    each(compare, range(len(groups)))
    return lists


def _places(groups: list[NDArray[np.intp]], n_features: int) -> list[NDArray[np.intp]]:
    """For the members of each group: how many groups before it they are in."""
    seen = np.zeros(n_features, np.intp)
    places = []
    for members in groups:
        places.append(seen[members])
        seen[members] += 1
    return places


def _empty(n_features: int, n_places: int) -> list[_Lists]:
    """Lists of the strongest and of the most changed."""
    lists = []
    for count in (STRONGEST, CHANGED):
        features = np.empty((n_features, n_places, count), np.int32)
        features[:] = np.arange(n_features)[:, None, None]
        lists.append(_Lists(features, np.full(features.shape, -1, np.float32)))
    return lists


def _compared(
    reference: Standardized, query: Standardized, own: Which, others: Which
) -> tuple[Floats, Floats]:
    """The larger absolute correlation and the absolute difference; -1 of a feature with itself."""
    made = []
    for table in (reference, query):
        scores = table.scores[own]
        products = scores @ (scores if own is others else table.scores[others]).T
        products /= np.float32(table.n)
        made.append(products)
    strong, change = strength(*made), np.abs(made[1] - made[0])
    if own is others:
        np.fill_diagonal(strong, -1)
        np.fill_diagonal(change, -1)
    return strong, change


def _keep(
    lists: list[_Lists],
    own: Which,
    place: int | NDArray[np.intp],
    strong: Floats,
    change: Floats,
    others: NDArray[np.int32],
) -> None:
    """Write the best others into a place of the lists."""
    best = choose(strong, change, STRONGEST, CHANGED).partners
    parts = best[:, :STRONGEST], best[:, STRONGEST:]
    for kept, criterion, part in zip(lists, (strong, change), parts, strict=True):
        kept.features[own, place, : part.shape[1]] = others[part]
        kept.criterion[own, place, : part.shape[1]] = np.take_along_axis(criterion, part, axis=1)


def _best(features: NDArray[np.int32], criterion: Floats) -> NDArray[np.int32]:
    """The best of all places, every feature once, [features, count]."""
    order = np.argsort(features.reshape(len(features), -1), axis=1, kind="stable")
    ordered = np.take_along_axis(features.reshape(order.shape), order, axis=1)
    left = np.take_along_axis(criterion.reshape(order.shape), order, axis=1)
    left[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = -1
    best = highest(left, features.shape[2])
    return np.take_along_axis(ordered, best, axis=1)


def _once(features: NDArray[np.int32]) -> NDArray[np.intp]:
    """Each relative once; the feature itself takes the place of repetitions."""
    ordered = np.sort(features, axis=1).astype(np.intp)
    repeated = np.zeros(ordered.shape, np.bool_)
    repeated[:, 1:] = ordered[:, 1:] == ordered[:, :-1]
    return np.where(repeated, np.arange(len(ordered))[:, None], ordered)
