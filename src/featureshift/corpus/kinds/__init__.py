"""Kinds of tables that people have and that neither the corpus nor the paper's simulators hold."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from featureshift.corpus.kinds.blocks import blocks
from featureshift.corpus.kinds.closed import closed
from featureshift.corpus.kinds.levels import levels
from featureshift.corpus.kinds.results import results
from featureshift.corpus.kinds.table import KindTable
from featureshift.corpus.kinds.tails import tails

TABLE_KINDS: dict[str, Callable[[int, int, np.random.Generator], KindTable]] = {
    "closed": closed,
    "results": results,
    "blocks": blocks,
    "tails": tails,
    "levels": levels,
}
"""Each takes (n_rows, n_features, rng) and gives at most as many."""

__all__ = ["TABLE_KINDS", "KindTable"]
