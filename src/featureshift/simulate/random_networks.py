"""Random, untrained networks over the chosen columns: a CNN for training, an MLP for evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from featureshift.simulate.blocks import row_blocks
from featureshift.simulate.manipulation import Flags, Manipulation, Scene, Values
from featureshift.simulate.missing import median_filled

Layer = tuple[Values, Values]


@dataclass(frozen=True)
class RandomMLP(Manipulation):
    """E7: all chosen features together through dense layers with ReLU between them."""

    hidden: tuple[int, ...] = (1024, 1024, 1024)

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        inputs = median_filled(scene.chosen_query, scene.chosen_reference)
        sizes = (inputs.shape[1], *self.hidden, inputs.shape[1])
        layers = [_layer(fan_in, (fan_in, fan_out), rng) for fan_in, fan_out in pairwise(sizes)]
        outputs = np.empty_like(inputs)
        for rows in row_blocks(len(inputs), max(sizes)):
            signal = inputs[rows]
            for depth, (weight, bias) in enumerate(layers):
                if depth:
                    signal = np.maximum(signal, 0)
                signal = signal @ weight + bias
            outputs[rows] = signal
        return onto_column_range(outputs, scene)


@dataclass(frozen=True)
class RandomCNN(Manipulation):
    """T5: convolutions along the chosen features, zero padding, ReLU between layers.

    The paper gives neither depth, width nor kernels. Here 2 to 4 layers of 16 channels, each with a
    kernel of 1, 3, 5 or 7 features; the neighborhood is the order of the chosen columns. The input
    is moved to [-1, 1]: on [0, 1] few units bend, and a single column came out as itself or, which
    training must never see, as its exact negation (E2) once in thirteen draws.
    """

    depths: tuple[int, ...] = (2, 3, 4)
    kernels: tuple[int, ...] = (1, 3, 5, 7)
    channels: int = 16

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        inputs = median_filled(scene.chosen_query, scene.chosen_reference)
        depth = int(rng.choice(self.depths))
        widths = (1, *[self.channels] * (depth - 1), 1)
        kernels = [int(kernel) for kernel in rng.choice(self.kernels, size=depth)]
        layers = [
            _layer(fan_in * kernel, (fan_in * kernel, fan_out), rng)
            for kernel, (fan_in, fan_out) in zip(kernels, pairwise(widths), strict=True)
        ]
        outputs = np.empty_like(inputs)
        widest = inputs.shape[1] * self.channels * max(kernels)
        for rows in row_blocks(len(inputs), widest):
            signal = 2 * inputs[rows, :, None] - 1
            for position, (kernel, layer) in enumerate(zip(kernels, layers, strict=True)):
                signal = _convolve(np.maximum(signal, 0) if position else signal, kernel, layer)
            outputs[rows] = signal[:, :, 0]
        return onto_column_range(outputs, scene)


def onto_column_range(outputs: Values, scene: Scene) -> Values:
    """Bring network outputs [query rows, chosen] back to what each column may hold.

    Binary columns: sigmoid(output) >= 0.5, that is output >= 0. Others: min-max over the query. A
    categorical column of more than two levels is then snapped to its nearest existing level.

    A column is binary if it holds two values, or if it is categorical and holds fewer. Its values
    decide, not its flag alone, since tables that count as continuous have binary columns too.
    """
    lowest, highest = outputs.min(axis=0), outputs.max(axis=0)
    span = np.where(highest > lowest, highest - lowest, 1)
    columns: Values = (outputs - lowest) / span
    binary = _binary(scene)
    columns[:, binary] = outputs[:, binary] >= 0
    for position in np.flatnonzero(scene.categorical[scene.chosen] & ~binary):
        index = scene.chosen[position]
        levels = np.unique(np.concatenate([scene.reference[:, index], scene.query[:, index]]))
        columns[:, position] = _nearest(columns[:, position], levels[~np.isnan(levels)])
    return columns


def _binary(scene: Scene) -> Flags:
    """[chosen]"""
    reference, query = scene.chosen_reference, scene.chosen_query
    # fmin and fmax skip missing cells without the warning nanmin has for empty columns.
    lowest = np.fmin(np.fmin.reduce(reference), np.fmin.reduce(query))
    highest = np.fmax(np.fmax.reduce(reference), np.fmax.reduce(query))
    two = np.ones(len(lowest), dtype=np.bool_)
    for half in (reference, query):
        two &= ((half == lowest) | (half == highest) | np.isnan(half)).all(axis=0)
    return np.asarray(two & ((lowest < highest) | scene.categorical[scene.chosen]))


def _nearest(values: Values, levels: Values) -> Values:
    """Each value's nearest level; the lower one halfway between two. ``levels`` is sorted."""
    middles = (levels[1:] + levels[:-1]) / 2
    return levels[np.searchsorted(middles, values)]


def _layer(fan_in: int, shape: tuple[int, int], rng: np.random.Generator) -> Layer:
    """Weight and bias from U(-1/sqrt(fan_in), 1/sqrt(fan_in)), a dense layer's usual start."""
    bound = np.float32(1 / np.sqrt(fan_in))

    def draw(size: tuple[int, ...]) -> Values:
        return (2 * rng.random(size, dtype=np.float32) - 1) * bound

    return draw(shape), draw(shape[1:])


def _convolve(signal: Values, kernel: int, layer: Layer) -> Values:
    """[rows, features, channels in] -> [rows, features, channels out]; ``kernel`` is odd."""
    weight, bias = layer
    margin = kernel // 2
    padded = np.pad(signal, ((0, 0), (margin, margin), (0, 0)))
    windows = sliding_window_view(padded, kernel, axis=1)
    return windows.reshape(*signal.shape[:2], -1) @ weight + bias
