"""Tables of generated images: one row an image, one column a pixel of one color.

Columns run as in CIFAR10's files: all of red, then green, then blue, each line by line. Values are
those of 8-bit images, from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset, Provenance

Pixels = NDArray[np.float32]
Render = Callable[[NDArray[np.intp], int], Pixels]
"""(numbers of some images, side) -> their pixels [images, 3, side, side]; beyond [0, 1] is cut."""

COLORS = 3
BLOCK_PIXELS = 2**19
"""Drawn at once: a renderer may hold a dozen arrays of this size, 2 MB each."""


def image_table(name: str, n_rows: int, n_features: int, render: Render) -> Dataset:
    """A table of ``n_rows`` images, drawn a few at a time straight into its float32 values.

    Images are the smallest squares with enough pixels; where they have more than ``n_features``,
    the last ones are left out.
    """
    side = math.ceil(math.sqrt(n_features / COLORS))
    values = np.empty((n_rows, n_features), np.float32)
    step = max(1, BLOCK_PIXELS // side**2)
    for start in range(0, n_rows, step):
        numbers = np.arange(start, min(start + step, n_rows))
        pixels = render(numbers, side).reshape(len(numbers), -1)
        values[start : start + step] = eight_bit(pixels[:, :n_features])
    source = f"simulated: {name}, {n_rows} images of {side} x {side}"
    origin = Provenance(source, "CC0-1.0", evaluation_only=True)
    return Dataset(name, values, np.zeros(n_features, np.bool_), origin)


def eight_bit(values: Pixels) -> Pixels:
    """Rounded to 256 levels from 0 to 1.

    >>> (255 * eight_bit(np.float32([-1.0, 0.5, 2.0]))).tolist()
    [0.0, 128.0, 255.0]
    """
    levels = np.rint(np.clip(values, 0, 1) * np.float32(255))
    return np.asarray(levels / np.float32(255), np.float32)


def centers(side: int) -> Pixels:
    """Of the pixels of a line, from -1 to 1.

    >>> centers(4).tolist()
    [-0.75, -0.25, 0.25, 0.75]
    """
    return ((2 * np.arange(side, dtype=np.float32) + 1) / np.float32(side)) - np.float32(1)
