"""Solids of revolution with upright axes, as a camera at their height sees them.

At a height v (from -1 to 1) a solid has the radius sqrt(1 - |v|^q): q = 2 is a ball, a large q a
can. Turned around another upright axis it only moves, and what it covers is one term in the line of
a pixel plus one in its column, so that drawing is fast.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.images import Pixels, centers


@dataclass(frozen=True, eq=False)
class Solids:
    """Each field is [groups, solids], or [images, solids] once some images are chosen."""

    distance: Pixels
    """From the axis of the group."""
    bearing: Pixels
    """Direction from there; 0 is toward the viewer."""
    height: Pixels
    width: Pixels
    tallness: Pixels
    power: Pixels
    """The q above."""

    def turned(self, groups: NDArray[np.intp], angles: Pixels) -> Solids:
        """Those of some groups, one for each image, each turned by an angle [images]."""
        return Solids(
            self.distance[groups],
            self.bearing[groups] + angles[:, None],
            self.height[groups],
            self.width[groups],
            self.tallness[groups],
            self.power[groups],
        )


@dataclass(frozen=True, eq=False)
class Surface:
    """What is seen in each pixel, [images, side, side] each."""

    solid: NDArray[np.intp]
    """The one in front; any where there is none."""
    there: NDArray[np.bool_]
    """Whether there is one."""
    u: Pixels
    """Place on the solid in front: to the right, down, and toward the viewer, from -1 to 1."""
    v: Pixels
    w: Pixels
    slope: Pixels
    """The normal of the surface is (u, slope, w) up to its length."""


def surface(solids: Solids, side: int) -> Surface:
    """Look at the solids of each image."""
    across = np.sin(solids.bearing) * solids.distance
    toward = np.cos(solids.bearing) * solids.distance
    u = (centers(side) - across[..., None]) / solids.width[..., None]
    v = (centers(side) - solids.height[..., None]) / solids.tallness[..., None]
    power = solids.power[..., None]
    steep = (solids.width / solids.tallness)[..., None] * power / 2
    slope = steep * np.sign(v) * np.abs(v) ** (power - 1)
    squared = (1 - np.abs(v) ** power)[..., :, None] - (u * u)[..., None, :]
    w = np.sqrt(np.maximum(squared, 0))
    depth = toward[..., None, None] + solids.width[..., None, None] * w
    solid = np.where(squared > 0, depth, np.float32(-np.inf)).argmax(axis=1)

    def seen(values: Pixels) -> Pixels:
        every = np.broadcast_to(values, squared.shape)
        return np.take_along_axis(every, solid[:, None], axis=1)[:, 0]

    return Surface(
        solid=solid,
        there=seen(squared) > 0,
        u=seen(u[..., None, :]),
        v=seen(v[..., :, None]),
        w=seen(w),
        slope=seen(slope[..., :, None]),
    )
