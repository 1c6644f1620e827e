"""The mean and the largest squared difference of each family of channels.

A network over logarithms of single differences can hardly add up the differences themselves, and a
shift that moves every cell a little is found by their sum.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.measures import FloatMap

FAMILIES: dict[str, tuple[str, ...]] = {
    "scalar": ("mean", "std", "median", "mad", "moment_"),
    "histogram": ("histogram_",),
    "ecdf": ("ecdf_",),
    "kernel": ("drawn_kernel_",),
    "own": ("own_above_", "own_excess_"),
    "own_by_predicted": ("own_by_",),
    "residual": ("residual_", "abs_residual", "root_residual", "squared_residual"),
    "half_plane": ("half_plane_",),
}
"""Beginnings of the names of channels, by family."""


def summary_names(channels: Sequence[str]) -> tuple[str, ...]:
    """Names of the summaries of these channels.

    >>> summary_names(("mean", "ecdf_100_00"))
    ('scalar_mean_square', 'scalar_largest', 'ecdf_mean_square', 'ecdf_largest')
    """
    return tuple(
        f"{family}_{what}" for family in _members(channels) for what in ("mean_square", "largest")
    )


def summaries(z: FloatMap, channels: Sequence[str]) -> NDArray[np.float32]:
    """log(1 + mean or largest of z^2) / 2 over each family, [summaries, features]."""
    squares = z * z
    parts = []
    for members in _members(channels).values():
        parts += [squares[members].mean(axis=0), squares[members].max(axis=0)]
    return np.asarray(0.5 * np.log1p(np.stack(parts)), np.float32)


def _members(channels: Sequence[str]) -> dict[str, list[int]]:
    found = {
        family: [i for i, name in enumerate(channels) if name.startswith(beginnings)]
        for family, beginnings in FAMILIES.items()
    }
    return {family: members for family, members in found.items() if members}
