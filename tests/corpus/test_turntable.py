import numpy as np

from featureshift.corpus.turntable import POSES, turntable

SIDE = 32


def images(n_objects, seed=0):
    table = turntable(n_objects * POSES, 3 * SIDE**2, np.random.default_rng(seed))
    return table.values.reshape(n_objects, POSES, 3, SIDE, SIDE)


def test_coil100_sized_images():
    table = turntable(3, 49_152, np.random.default_rng(0))
    assert table.values.shape == (3, 49_152)
    assert "128 x 128" in table.provenance.source


def test_objects_lie_on_black():
    drawn = images(20)
    black = (drawn == 0).all(axis=2)
    assert 0.1 < black.mean() < 0.7
    assert not black[:, :, SIDE // 2, SIDE // 2].any()


def test_the_next_pose_is_nearer_than_the_opposite_one():
    drawn = images(20)
    step = np.abs(drawn - np.roll(drawn, 1, axis=1)).mean()
    half = np.abs(drawn - np.roll(drawn, POSES // 2, axis=1)).mean()
    assert 0 < step < 0.5 * half


def test_poses_of_an_object_are_more_alike_than_objects():
    drawn = images(20)
    within = drawn.std(axis=1).mean()
    between = drawn.mean(axis=1).std(axis=0).mean()
    assert within < between
