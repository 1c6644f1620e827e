import numpy as np
import pytest

from featureshift.methods.graphnet.channels import EDGE_NAMES, NODE_NAMES
from featureshift.methods.graphnet.training.data import read_shards


def write(path, nodes=NODE_NAMES, edges=EDGE_NAMES):
    """One graph of two features, and what its channels are called."""
    np.savez(
        path,
        nodes=np.zeros((2, len(nodes)), np.float16),
        partners=np.array([[1], [0]], np.int32),
        edges=np.zeros((2, 1, len(edges)), np.float16),
        linked=np.ones((2, 1), bool),
        changed=np.array([True, False]),
        sizes=np.array([2]),
        names=np.array(["T1"]),
        node_names=np.array(nodes),
        edge_names=np.array(edges),
    )
    return path


def test_shards_are_read_as_one(tmp_path):
    data = read_shards([write(tmp_path / f"{k}.npz") for k in range(3)])
    assert len(data) == 3
    assert data.starts.tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize("other", [{"nodes": NODE_NAMES[::-1]}, {"edges": EDGE_NAMES[1:]}])
def test_shards_of_other_channels_are_refused(tmp_path, other):
    shards = [write(tmp_path / "ours.npz"), write(tmp_path / "other.npz", **other)]
    for chosen in (shards, shards[1:]):
        with pytest.raises(ValueError, match="another version"):
            read_shards(chosen)
