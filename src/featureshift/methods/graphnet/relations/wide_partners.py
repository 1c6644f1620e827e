"""Partners in tables too wide to relate every feature to every other in full.

Relations in full are computed with some hundred *witnesses*, features chosen by their content,
which gives the summaries; and with the relatives of a feature, which become its partners.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices
from featureshift.methods.graphnet.relations.anchors import by_content
from featureshift.methods.graphnet.relations.correlation import (
    Floats,
    Standardized,
    Strip,
    pair_strip,
    strip,
)
from featureshift.methods.graphnet.relations.partners import (
    Partners,
    choose_partners,
    joined,
    raised,
    summaries,
)
from featureshift.methods.graphnet.relations.relatives import relatives

WITNESSES = 256
"""Enough to see that a column changed its relations to many."""
STRIP_CELLS = 1 << 17
"""Relations computed at once."""


def find_wide_partners(reference: Standardized, query: Standardized) -> Partners:
    """As ``find_partners``; they are looked for among the relatives of a feature."""
    order = by_content(reference, query)
    witnesses = np.sort(order[:WITNESSES])
    nodes = _to_witnesses(reference, query, witnesses)
    is_witness = np.isin(np.arange(len(nodes)), witnesses)
    candidates = relatives(reference, query, order)

    def of_strip(part: slice) -> Partners:
        own = np.arange(part.start, part.stop)
        others = candidates[part]
        relations = pair_strip(reference, query, own, others)
        further = _only(relations, ~is_witness[others])
        return choose_partners(relations, own, others, raised(nodes[part], further))

    return joined(each(of_strip, slices(len(nodes), STRIP_CELLS // candidates.shape[1])))


def _to_witnesses(
    reference: Standardized, query: Standardized, witnesses: NDArray[np.intp]
) -> Floats:
    """Summaries over the relations to the witnesses."""

    def of_strip(part: slice) -> Floats:
        own = np.arange(part.start, part.stop)
        return summaries(strip(reference, query, own, witnesses), own, witnesses)

    height = STRIP_CELLS // len(witnesses)
    return np.concatenate(each(of_strip, slices(len(reference.scores), height)))


def _only(relations: Strip, which: NDArray[np.bool_]) -> Strip:
    return Strip(*(matrix * which for matrix in relations))
