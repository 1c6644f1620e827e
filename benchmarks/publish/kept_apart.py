"""Labeled pairs that no training has seen: simulated tables with seeds of their own.

Shifts are those of training, T1 to T8 and our own, so that a promise can be held against what it
was learned from; suites of the benchmark hold it against other shifts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from featureshift.corpus import Dataset, algebraic, factors, probabilistic, unrelated
from featureshift.corpus.copula import copula
from featureshift.simulate import OWN, TRAINING, LabeledPair, Scene, normalize
from featureshift.simulate.draw import draw_chosen, draw_manipulation, draw_size, manipulated

KEPT_APART = "kept-apart"
"""Their name among the suites."""
SOURCES: dict[str, Callable[[int, int, np.random.Generator], Dataset]] = {
    "copula": copula,
    "algebraic": algebraic,
    "probabilistic": probabilistic,
    "factors": factors,
    "unrelated": unrelated,
}
SEED = 22_000_000
"""Far from the seeds of any training."""
FEATURES, ROWS = (6, 600), (300, 12_000)
"""Fewest and most columns, and rows of both tables together; drawn log-uniformly."""
MOST_CELLS = 600_000
UNSHIFTED = 0.25
"""Share of pairs without any shift."""
MOST_SHIFTED = 0.3
"""Share of the columns."""


def kept_apart(source: str, number: int) -> LabeledPair:
    """The pair of a number; every number gives another.

    >>> pair = kept_apart("factors", 3)
    >>> pair.reference.shape[1] == pair.query.shape[1] == len(pair.changed)
    True
    """
    rng = np.random.default_rng([SEED, list(SOURCES).index(source), number])
    width = draw_size(*FEATURES, rng)
    rows = min(draw_size(*ROWS, rng), max(ROWS[0], MOST_CELLS // width))
    table = SOURCES[source](rows, width, rng)
    values = normalize(table.values[rng.permutation(rows)])
    cut = rows // 2
    scene = Scene(values[:cut], values[cut:], np.empty(0, np.intp), table.categorical)
    if rng.random() < UNSHIFTED:
        return manipulated(scene, None, rng)
    names = OWN if rng.random() < 0.5 else TRAINING
    manipulation = draw_manipulation(dict.fromkeys(names, 1.0), table.categorical, rng)
    if manipulation is None:
        return manipulated(scene, None, rng)
    chosen = draw_chosen(manipulation, table.categorical, MOST_SHIFTED, rng)
    return manipulated(
        Scene(scene.reference, scene.query, chosen, table.categorical), manipulation, rng
    )
