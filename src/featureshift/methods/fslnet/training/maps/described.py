"""A labeled pair as the Prediction Network reads it: its merged map and the truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.pair_maps import PairMaps, in_memory
from featureshift.simulate import LabeledPair, normalize
from featureshift.simulate.related_order import related_order

UNSHIFTED = ""


@dataclass(frozen=True, eq=False)
class DescribedPair:
    merged: NDArray[np.float16]
    """[channels, features]"""
    changed: NDArray[np.bool_]
    """[features]"""
    manipulation: str
    """``UNSHIFTED`` where nothing is."""


def describe(pair: LabeledPair, maps: PairMaps, order: NDArray[np.intp]) -> DescribedPair | None:
    """The pair with its columns in this order; None where no column varies.

    The tables are normalized together once more: whoever meets two tables later knows their pooled
    range only as it is after the shift. Columns that hold one value are left out, as they are where
    tables are compared.
    """
    values = normalize(np.concatenate([pair.reference, pair.query]))[:, order]
    varying = np.fmax.reduce(values) > np.fmin.reduce(values)
    if not varying.any():
        return None
    values = np.ascontiguousarray(values[:, varying])
    n = len(pair.reference)
    merged = maps(in_memory(values[:n], values[n:]), values.shape[1])
    changed = pair.changed[order][varying]
    shifted = pair.manipulation is not None and bool(changed.any())
    return DescribedPair(
        merged.astype(np.float16), changed, str(pair.manipulation) if shifted else UNSHIFTED
    )


def draw_order(pair: LabeledPair, related: float, rng: np.random.Generator) -> NDArray[np.intp]:
    """Columns in the order they have, which is random, or with related ones side by side."""
    if rng.random() < related:
        return related_order(pair.reference, rng)
    return np.arange(pair.reference.shape[1])
