"""All channels of the feature graph, in the order that the trained weights know.

Inference, training, export and the check of loaded weights read these lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import WeightsError
from featureshift.methods.graphnet import context
from featureshift.methods.graphnet.channel import Channel, Family
from featureshift.methods.graphnet.margins import contrasts
from featureshift.methods.graphnet.relations import axes, partners, quadratics, residuals

Channels = tuple[Channel, ...]

NODE_CHANNELS: Channels = (
    *contrasts.CHANNELS,
    *partners.NODE_CHANNELS,
    *axes.CHANNELS,
    *residuals.NODE_CHANNELS,
    *quadratics.NODE_CHANNELS,
    *context.CHANNELS,
)
"""Of a column."""
EDGE_CHANNELS: Channels = (
    *partners.EDGE_CHANNELS,
    *residuals.EDGE_CHANNELS,
    *quadratics.EDGE_CHANNELS,
)
"""Of a column and one of its partners."""
NODE_NAMES = tuple(channel.name for channel in NODE_CHANNELS)
EDGE_NAMES = tuple(channel.name for channel in EDGE_CHANNELS)

NODES_KEY, EDGES_KEY = "channels", "measures"
"""Where the names stand in the header of weights. The second key was FSL-Net's before there were
edges; ``Weights.measures`` reads it."""


def in_family(channels: Channels, family: Family) -> NDArray[np.bool_]:
    """[channels]: which are of the family."""
    return np.array([channel.family == family for channel in channels])


def exchanged(values: NDArray[np.float32], channels: Channels) -> NDArray[np.float32]:
    """Values [..., channels] as they are when the tables change places.

    >>> exchanged(np.array([1, 2, 3], np.float32), EDGE_CHANNELS[:3])
    array([ 2.,  1., -3.], dtype=float32)
    """
    places, signs = _exchange(channels)
    return values[..., places] * signs


@lru_cache(maxsize=4)
def _exchange(channels: Channels) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each channel: where its value comes from, and its sign."""
    names = [channel.name for channel in channels]
    places = [names.index(channel.swaps_with or channel.name) for channel in channels]
    signs = [-1.0 if channel.signed else 1.0 for channel in channels]
    return np.array(places, np.intp), np.array(signs, np.float32)


class Read(NamedTuple):
    """Where the channels that weights read stand among ours."""

    nodes: list[int]
    edges: list[int]


def read_by(trained: str, nodes: Sequence[str], edges: Sequence[str]) -> Read:
    """Of weights that know these channels; ``trained`` names them, in case we lack one.

    Weights may know fewer channels than are computed: those that came later.

    >>> read_by("weights", ["ks", "missing"], []).nodes
    [0, 41]
    """
    for kind, ours, theirs in (("node", NODE_NAMES, nodes), ("edge", EDGE_NAMES, edges)):
        lacking = [name for name in theirs if name not in ours]
        if lacking:
            raise WeightsError(
                f"{trained} were trained on channels that this version does not compute",
                expected=f"some of {len(ours)} {kind} channels",
                found=", ".join(map(repr, lacking[:3])),
            )
    return Read([NODE_NAMES.index(name) for name in nodes], [EDGE_NAMES.index(n) for n in edges])


def check_channels(trained: str, nodes: Sequence[str], edges: Sequence[str]) -> None:
    """Refuse what was trained on other node or edge channels than these; ``trained`` names it."""
    for kind, ours, theirs in (("node", NODE_NAMES, nodes), ("edge", EDGE_NAMES, edges)):
        pairs = zip_longest(ours, theirs, fillvalue="none")
        differing = [pair for pair in pairs if pair[0] != pair[1]]
        if differing:
            expected, found = differing[0]
            raise WeightsError(
                f"{trained} were trained on other channels than this version computes",
                expected=f"{len(ours)} {kind} channels, with {expected!r}",
                found=f"{len(theirs)}, with {found!r} in its place",
            )
