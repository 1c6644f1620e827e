import tracemalloc

import numpy as np
import pytest

from featureshift.corpus import images
from featureshift.corpus.images import centers, eight_bit, image_table
from featureshift.corpus.scenes import scenes
from featureshift.corpus.turntable import turntable

BOTH = pytest.mark.parametrize("simulator", [scenes, turntable])


def correlations(first, second):
    """Column by column, of those that vary on both sides."""
    first, second = first - first.mean(axis=0), second - second.mean(axis=0)
    length = np.sqrt((first**2).sum(axis=0) * (second**2).sum(axis=0))
    return ((first * second).sum(axis=0) / length)[length > 0]


def shifted(table, side, distance):
    """Every pixel beside the one to its right at a distance, each [rows, pixels]."""
    pixels = table.values.astype(np.float64).reshape(-1, 3, side, side)
    halves = pixels[..., : side - distance], pixels[..., distance:]
    return (half.reshape(len(pixels), -1) for half in halves)


@BOTH
@pytest.mark.parametrize("side", [16, 32])
def test_neighbors_are_alike_and_far_pixels_less_so(simulator, side):
    table = simulator(1440, 3 * side**2, np.random.default_rng(0))
    near, far = (correlations(*shifted(table, side, distance)) for distance in (1, side // 2))
    assert np.median(near) > 0.8
    assert np.median(far) < np.median(near) - 0.1


@BOTH
def test_colors_of_a_pixel_are_alike(simulator):
    table = simulator(1440, 3 * 16**2, np.random.default_rng(0))
    red, green, _ = np.split(table.values.astype(np.float64), 3, axis=1)
    assert np.median(correlations(red, green)) > 0.7


@BOTH
def test_values_are_those_of_eight_bit_images(simulator):
    values = simulator(200, 3 * 16**2, np.random.default_rng(0)).values
    assert values.dtype == np.float32
    assert values.min() >= 0
    assert values.max() <= 1
    np.testing.assert_allclose(255 * values, np.rint(255 * values), atol=1e-4)
    assert len(np.unique(values)) > 100


@BOTH
def test_memory_is_that_of_the_table_and_one_block(simulator, monkeypatch):
    side, n_rows = 32, 4000
    monkeypatch.setattr(images, "BLOCK_PIXELS", 2**15)
    tracemalloc.start()
    try:
        table = simulator(n_rows, 3 * side**2, np.random.default_rng(0))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert table.values.nbytes == 4 * n_rows * 3 * side**2
    assert peak < 1.2 * table.values.nbytes  # a copy in either precision would be 2 or 3 times


def test_more_pixels_than_features_are_cut():
    def render(numbers, side):
        return np.broadcast_to(np.float32(0.2), (len(numbers), 3, side, side))

    table = image_table("gray", 5, 7, render)
    assert table.values.shape == (5, 7)
    assert "2 x 2" in table.provenance.source
    assert table.provenance.evaluation_only


def test_blocks_number_their_images_in_order(monkeypatch):
    monkeypatch.setattr(images, "BLOCK_PIXELS", 8)

    def render(numbers, side):
        return np.broadcast_to(numbers[:, None, None, None] / 255, (len(numbers), 3, side, side))

    table = image_table("numbers", 5, 12, render)
    np.testing.assert_allclose(255 * table.values[:, 0], np.arange(5))
    np.testing.assert_allclose(table.values, table.values[:, :1].repeat(12, axis=1))


def test_rounding_and_centers():
    np.testing.assert_allclose(eight_bit(np.float32([0.0019, 0.002, 1.5])) * 255, [0, 1, 255])
    np.testing.assert_allclose(centers(2), [-0.5, 0.5])
