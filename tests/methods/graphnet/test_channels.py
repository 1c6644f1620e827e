"""One list of channels, which says of each what the descriptors compute."""

import numpy as np
import pytest

from featureshift.errors import WeightsError
from featureshift.methods.graphnet.channels import (
    EDGE_CHANNELS,
    EDGE_NAMES,
    NODE_CHANNELS,
    NODE_NAMES,
    exchanged,
    read_by,
)
from featureshift.methods.graphnet.margins import (
    distribution_contrasts,
    moment_contrasts,
    tail_contrasts,
    value_contrasts,
)
from featureshift.methods.graphnet.margins.sorted_order import sorted_order
from featureshift.weights import open_weights

BOTH = pytest.mark.parametrize("channels", [NODE_CHANNELS, EDGE_CHANNELS], ids=["nodes", "edges"])


def test_the_shipped_weights_read_some_of_them():
    weights = open_weights("graphnet")
    read = read_by("weights", weights.channels, weights.measures)
    assert [NODE_NAMES[k] for k in read.nodes] == list(weights.channels)
    assert [EDGE_NAMES[k] for k in read.edges] == list(weights.measures)


@pytest.mark.parametrize("kind", ["node", "edge"])
def test_weights_that_read_others_are_refused(kind):
    names = {"nodes": ["ks"], "edges": [], f"{kind}s": ["aura"]}
    with pytest.raises(WeightsError, match=f"{kind} channels[^$]*'aura'"):
        read_by("weights", **names)


@BOTH
def test_names_are_unique_and_swaps_go_both_ways(channels):
    by_name = {channel.name: channel for channel in channels}
    assert len(by_name) == len(channels)
    for channel in channels:
        other = by_name[channel.swaps_with or channel.name]
        assert (other.swaps_with or other.name) == channel.name
        assert (other.family, other.signed, other.null) == (
            channel.family,
            channel.signed,
            channel.null,
        )


@BOTH
def test_tables_exchanged_twice_are_as_before(channels, rng):
    values = rng.normal(size=(4, 3, len(channels))).astype(np.float32)
    assert not np.array_equal(exchanged(values, channels), values)
    assert np.array_equal(exchanged(exchanged(values, channels), channels), values)


def moments_of(order):
    own, other = moment_contrasts.moments_of_groups(order, order.values())
    for name in ("value", "rank"):
        yield from moment_contrasts.moment_contrasts(name, own, other)
    yield from moment_contrasts.missing_contrasts(np.zeros(2), np.zeros(2), 30, 20)


@pytest.mark.parametrize(
    ("declared", "computed"),
    [
        (
            distribution_contrasts.DISTRIBUTION_CHANNELS,
            distribution_contrasts.distribution_contrasts,
        ),
        (value_contrasts.VALUE_CHANNELS, value_contrasts.value_contrasts),
        (moment_contrasts.MOMENT_CHANNELS, moments_of),
        (tail_contrasts.TAIL_CHANNELS, tail_contrasts.tail_contrasts),
    ],
    ids=["distributions", "values", "moments", "tails"],
)
def test_what_is_computed_by_name_is_what_is_declared(declared, computed, rng):
    order = sorted_order(rng.normal(size=(2, 50)).astype(np.float32), cut=30)
    assert [name for name, _ in computed(order)] == [channel.name for channel in declared]
