"""Generated images in the manner of COIL-100: objects on black, turned by 5 degrees an image."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset
from featureshift.corpus.images import COLORS, Pixels, image_table
from featureshift.corpus.solids import Solids, Surface, surface

POSES = 72
PARTS = 4
"""Solids of an object."""
LIGHT = (-0.4, -0.5, 0.77)
"""From where it comes: left, above, and the viewer."""
AMBIENT = 0.25
NOISE = 0.02
"""Of the sensor, in full light; none in the dark, so that black is black."""


@dataclass(frozen=True, eq=False)
class Objects:
    """Solids and their paint, [objects, parts] each; stripes turn with the object."""

    solids: Solids
    color: Pixels
    """[objects, parts, 3]"""
    stripes: Pixels
    """How many around."""
    slant: Pixels
    contrast: Pixels


def turntable(n_rows: int, n_features: int, rng: np.random.Generator) -> Dataset:
    """All poses of an object, then those of the next; 49,152 features make images 128 x 128.

    >>> turntable(10, 3 * 8 * 8, np.random.default_rng(0)).values.shape
    (10, 192)
    """
    objects = _draw_objects(-(-n_rows // POSES), rng)
    render = partial(_render, objects=objects, rng=rng)
    return image_table("turntable", n_rows, n_features, render)


def _draw_objects(n: int, rng: np.random.Generator) -> Objects:
    def uniform(low: float, high: float, *more: int) -> Pixels:
        return rng.uniform(low, high, (n, PARTS, *more)).astype(np.float32)

    body = np.arange(PARTS) == 0  # in the middle, filling the image; the others stick out of it
    solids = Solids(
        distance=np.where(body, np.float32(0), uniform(0.3, 0.8)),
        bearing=uniform(0, 2 * np.pi),
        height=np.where(body, np.float32(0), uniform(-0.8, 0.8)),
        width=np.where(body, uniform(0.5, 1.1), uniform(0.15, 0.4)),
        tallness=np.where(body, uniform(0.6, 1.1), uniform(0.2, 0.5)),
        power=rng.choice(np.array([2, 4, 8, 32], np.float32), (n, PARTS)),
    )
    return Objects(
        solids,
        color=uniform(0.3, 1.0, 1) * uniform(0.6, 1.0, COLORS),  # tints of light and dark
        stripes=rng.integers(1, 5, (n, PARTS)).astype(np.float32),
        slant=uniform(-4, 4),
        contrast=uniform(0.1, 0.5),
    )


def _render(
    numbers: NDArray[np.intp], side: int, objects: Objects, rng: np.random.Generator
) -> Pixels:
    which, pose = numbers // POSES, numbers % POSES
    angles = pose.astype(np.float32) * np.float32(2 * np.pi / POSES)
    seen = surface(objects.solids.turned(which, angles), side)
    at = which[:, None, None], seen.solid
    around = np.arctan2(seen.u, seen.w) - angles[:, None, None]
    wave = np.cos(objects.stripes[at] * around + objects.slant[at] * seen.v)
    bright = (1 - objects.contrast[at] * (1 - wave) / 2) * _shade(seen) * seen.there
    image = np.stack([bright * objects.color[..., k][at] for k in range(COLORS)], axis=1)
    noise = rng.standard_normal(image.shape, np.float32) * np.float32(NOISE)
    return np.asarray(image + noise * np.sqrt(image), np.float32)


def _shade(seen: Surface) -> Pixels:
    """How bright a white surface is under the light, at most 1."""
    right, down, near = map(np.float32, LIGHT)
    length = np.sqrt(seen.u**2 + seen.slope**2 + seen.w**2) + np.float32(1e-6)
    facing = (right * seen.u + down * seen.slope + near * seen.w) / length
    return np.asarray(AMBIENT + (1 - AMBIENT) * np.maximum(facing, 0), np.float32)
