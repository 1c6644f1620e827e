"""Generated images in the manner of CIFAR10: an object somewhere before a blurred background.

Backgrounds and surfaces are smooth random fields whose power falls with frequency as in
photographs; colors follow brightness; a light of random direction lies over everything.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset
from featureshift.corpus.images import COLORS, Pixels, centers, image_table

FALLOFF = 1.5
"""Amplitude falls with frequency to this power; in photographs it is about 1, so these are soft."""
GRAY_SHARE = 0.85
"""How much of a color's variance is brightness, common to all colors."""
NOISE = 0.01
"""Of the sensor."""


def scenes(n_rows: int, n_features: int, rng: np.random.Generator) -> Dataset:
    """Images of unlike things; 3,072 features make them 32 x 32.

    >>> scenes(10, 3 * 8 * 8, np.random.default_rng(0)).values.shape
    (10, 192)
    """
    return image_table("scenes", n_rows, n_features, partial(_render, rng=rng))


def _render(numbers: NDArray[np.intp], side: int, rng: np.random.Generator) -> Pixels:
    n = len(numbers)
    behind, surface = _colored(n, side, rng), _colored(n, side, rng)
    mask = _silhouettes(n, side, rng)[:, None]
    light = _light(n, side, rng)[:, None]
    image = (behind + mask * (surface - behind)) * light
    image += _normal(rng, *image.shape) * np.float32(NOISE)
    return image


def _colored(n: int, side: int, rng: np.random.Generator) -> Pixels:
    """Color images [n, 3, side, side] around a middle gray: brightness, and tints of it."""
    gray = _fields(n, 1, side, rng)
    tint = _fields(n, COLORS, side, rng)
    mixed = np.sqrt(np.float32(GRAY_SHARE)) * gray + np.sqrt(np.float32(1 - GRAY_SHARE)) * tint
    return np.asarray(np.float32(0.5) + np.float32(0.22) * mixed, np.float32)


def _fields(n: int, channels: int, side: int, rng: np.random.Generator) -> Pixels:
    """Smooth random fields [n, channels, side, side] of about unit variance: sums of cosines."""
    modes = max(2, side // 2)
    frequency = np.arange(modes, dtype=np.float32)
    waves = np.cos(np.pi / 2 * frequency[:, None] * (centers(side) + 1)).astype(np.float32)
    radius = np.hypot(frequency[:, None], frequency[None, :])
    amplitude = (1 + radius).astype(np.float32) ** np.float32(-FALLOFF)
    waves[1:] *= np.sqrt(np.float32(2))
    amplitude /= np.sqrt((amplitude**2).sum())
    drawn = _normal(rng, n, channels, modes, modes) * amplitude
    return np.asarray(waves.T @ drawn @ waves, np.float32)


def _silhouettes(n: int, side: int, rng: np.random.Generator) -> Pixels:
    """One turned ellipse an image with a soft edge, [n, side, side], 1 inside."""
    x, y = _turned(n, side, rng)
    x -= _uniform(rng, -0.4, 0.4, n)
    y -= _uniform(rng, -0.4, 0.4, n)
    inside = 1 - np.hypot(x / _uniform(rng, 0.3, 0.9, n), y / _uniform(rng, 0.3, 0.9, n))
    return np.asarray(np.clip(0.5 + side / 8 * inside, 0, 1), np.float32)


def _light(n: int, side: int, rng: np.random.Generator) -> Pixels:
    """Brighter toward one side, [n, side, side]."""
    along, _ = _turned(n, side, rng)
    return _uniform(rng, 0.7, 1.3, n) + _uniform(rng, 0.0, 0.3, n) * along


def _turned(n: int, side: int, rng: np.random.Generator) -> tuple[Pixels, Pixels]:
    """Coordinates [n, side, side] of all pixels along two axes of a random direction."""
    angle = _uniform(rng, 0, 2 * np.pi, n)
    x, y = centers(side)[None, None, :], centers(side)[None, :, None]
    cosine, sine = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
    return cosine * x + sine * y, cosine * y - sine * x


def _uniform(rng: np.random.Generator, low: float, high: float, n: int) -> Pixels:
    """One number an image, [n, 1, 1]."""
    return rng.random((n, 1, 1), np.float32) * np.float32(high - low) + np.float32(low)


def _normal(rng: np.random.Generator, *shape: int) -> Pixels:
    return rng.standard_normal(shape, np.float32)
