import numpy as np
import pytest
import torch

from featureshift.methods.fslnet import learned
from featureshift.methods.fslnet.learned import LearnedMaps, predict_logits
from featureshift.weights import open_weights


def state_of(functional, block):
    return functional.update(functional.start(block.shape[1]), block)


@pytest.fixture(scope="module")
def weights(exported):
    return open_weights(exported[1])


@pytest.fixture
def block(rng):
    block = rng.random((60, 90), dtype=np.float32)
    block[rng.random(block.shape) < 0.1] = np.nan
    block[:, 33] = np.nan
    return block


def maps_of(exported, weights, n_features=90):
    config = exported[0].config
    fill = np.linspace(0, 1, n_features, dtype=np.float32)
    return LearnedMaps(weights, config.learned_channels, config.describe_halo, fill)


def test_equals_torch_with_missing_cells(exported, weights, block):
    functional = maps_of(exported, weights)
    ours = functional.result(state_of(functional, block))
    present = ~np.isnan(block)
    values = np.where(present, block, functional.fill)
    with torch.no_grad():
        sums = exported[0].describe(torch.from_numpy(values), torch.from_numpy(present))
    expected = (sums.values / sums.counts).numpy()
    np.testing.assert_allclose(ours, expected, atol=1e-5)
    assert np.isnan(ours[:, 33]).all()
    assert np.isfinite(np.delete(ours, 33, axis=1)).all()


def test_column_panels_and_row_tiles_equal_the_whole(exported, weights, block, monkeypatch):
    functional = maps_of(exported, weights)
    whole = functional.result(state_of(functional, block))
    monkeypatch.setattr(learned, "PANEL", 16)
    monkeypatch.setattr(learned, "TILE_CELLS", 200)
    tiled = functional.result(state_of(functional, block))
    np.testing.assert_allclose(tiled, whole, atol=1e-5)


def test_row_order_and_partition_change_nothing(exported, weights, block, rng):
    functional = maps_of(exported, weights)
    whole = functional.result(state_of(functional, block))
    shuffled = rng.permutation(block)
    states = [state_of(functional, part) for part in np.split(shuffled, [1, 40])]
    merged = functional.merge(functional.merge(states[0], states[1]), states[2])
    np.testing.assert_allclose(functional.result(merged), whole, atol=1e-5)


def test_halo_is_no_wider_than_needed(exported, weights, block, monkeypatch):
    functional = maps_of(exported, weights)
    whole = functional.result(state_of(functional, block))
    narrow = LearnedMaps(weights, functional.names, functional.halo - 1, functional.fill)
    monkeypatch.setattr(learned, "PANEL", 16)
    tiled = narrow.result(state_of(narrow, block))
    assert np.nanmax(np.abs(tiled - whole)) > 1e-5


def test_prediction_in_panels_equals_the_whole(exported, weights, rng, monkeypatch):
    config = exported[0].config
    merged = rng.random((config.merged_channels, 90))
    whole = predict_logits(weights, merged, halo=config.predict_halo)
    monkeypatch.setattr(learned, "PANEL", 5)
    np.testing.assert_allclose(
        predict_logits(weights, merged, halo=config.predict_halo), whole, atol=1e-5
    )
    with torch.no_grad():
        expected = exported[0].predict(torch.from_numpy(merged).float())
    np.testing.assert_allclose(whole, expected, atol=1e-4)
