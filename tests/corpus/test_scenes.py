import numpy as np

from featureshift.corpus.scenes import scenes


def test_cifar10_sized_images():
    table = scenes(50, 3072, np.random.default_rng(0))
    assert table.values.shape == (50, 3072)
    assert "32 x 32" in table.provenance.source


def test_no_pixel_is_constant_and_images_are_unlike():
    values = scenes(300, 3 * 16**2, np.random.default_rng(0)).values
    assert (values.std(axis=0) > 0.05).all()
    assert len(np.unique(values, axis=0)) == 300


def test_brightness_differs_within_an_image():
    values = scenes(100, 3 * 16**2, np.random.default_rng(0)).values
    assert np.median(values.std(axis=1)) > 0.08
