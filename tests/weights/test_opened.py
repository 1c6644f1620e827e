import pickle

import numpy as np
import onnx
import pytest

from featureshift.errors import WeightsError
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.weights import Weights, open_weights
from featureshift.weights.stored import read_weights


def stored_with(directory, change, roles=("describe", "predict")):
    """The weights after some change to the ONNX models of these roles, hashes seen to."""
    stored = read_weights(directory)
    graphs = dict(stored.graphs)
    for role in roles:
        graph = onnx.load_from_string(graphs[role])
        change(graph)
        graphs[role] = graph.SerializeToString()
    return stored._replace(graphs=graphs)


def set_property(graph, key, value):
    next(each for each in graph.metadata_props if each.key == key).value = value


def test_header_is_read(exported):
    network, directory = exported
    weights = open_weights(directory)
    assert FSLNetConfig.from_dict(weights.config) == network.config
    assert weights.channels == network.config.channels
    assert weights.metadata == {"commit": "abc"}


def test_runs_and_survives_pickling(exported, rng):
    weights = open_weights(exported[1])
    merged = rng.random((len(weights.channels), 6), dtype=np.float32)
    again = pickle.loads(pickle.dumps(weights))
    np.testing.assert_array_equal(
        again.run("predict", merged=merged), weights.run("predict", merged=merged)
    )


def test_map_keeps_the_order(exported):
    assert list(open_weights(exported[1]).map(lambda x: x * x, range(50))) == [
        x * x for x in range(50)
    ]


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x80\x04N."])
def test_what_is_no_model_is_refused(directory, content):
    stored = read_weights(directory)
    with pytest.raises(WeightsError, match="cannot be run"):
        Weights(stored._replace(graphs=stored.graphs | {"predict": content}))


def test_foreign_model_is_refused(directory):
    stored = stored_with(directory, lambda graph: graph.ClearField("metadata_props"))
    with pytest.raises(WeightsError, match="no network that this version runs"):
        Weights(stored)


@pytest.mark.parametrize(("key", "value"), [("format", "2"), ("network", "graphnet")])
def test_other_format_or_network_is_refused(directory, key, value):
    stored = stored_with(directory, lambda graph: set_property(graph, key, value))
    with pytest.raises(WeightsError, match=value):
        Weights(stored)


def test_a_damaged_header_is_refused(directory):
    stored = stored_with(directory, lambda graph: set_property(graph, "config", "{not json"))
    with pytest.raises(WeightsError, match="damaged"):
        Weights(stored)


def test_graphs_of_different_networks_are_refused(directory):
    stored = stored_with(
        directory, lambda graph: set_property(graph, "metadata", "{}"), roles=["describe"]
    )
    with pytest.raises(WeightsError, match="different networks"):
        Weights(stored)


def test_weights_without_a_verdict_are_refused(directory):
    stored = read_weights(directory)
    with pytest.raises(WeightsError, match="no graph 'predict'"):
        Weights(stored._replace(graphs={"describe": stored.graphs["describe"]}))
