import numpy as np
import pytest

from featureshift.corpus.solids import Solids, surface


def one(**changes):
    fields = {"distance": 0, "bearing": 0, "height": 0, "width": 0.5, "tallness": 0.5, "power": 2}
    return Solids(**{k: np.float32([[v]]) for k, v in (fields | changes).items()})


def test_a_ball_is_a_disk_with_its_summit_toward_the_viewer():
    seen = surface(one(), 64)
    assert seen.there.mean() == pytest.approx(np.pi * 0.25**2, abs=0.01)
    assert np.unravel_index(seen.w.argmax(), (64, 64))[1] in (31, 32)
    inside = seen.there
    length = seen.u**2 + seen.v**2 + seen.w**2
    np.testing.assert_allclose(length[inside], 1, atol=1e-5)


def test_a_can_is_a_rectangle():
    seen = surface(one(power=64), 64)
    assert seen.there.mean() == pytest.approx(0.25, abs=0.02)


def test_turning_moves_a_solid_around_the_axis():
    apart = one(distance=0.5, width=0.1, tallness=0.1)
    groups, quarter = np.zeros(2, int), np.float32([np.pi / 2, 3 * np.pi / 2])
    right, left = surface(apart.turned(groups, quarter), 40).there
    assert right[:, 20:].any()
    assert not right[:, :20].any()
    np.testing.assert_array_equal(right, left[:, ::-1])


def test_what_is_nearer_hides_what_is_behind():
    def pair(bearing):
        return Solids(
            *(np.float32([values]) for values in ([0.5, 0.5], bearing, [0, 0])),
            *(np.float32([values]) for values in ([0.3, 0.3], [0.3, 0.3], [2, 2])),
        )

    assert surface(pair([0, np.pi]), 9).solid[0, 4, 4] == 0
    assert surface(pair([np.pi, 0]), 9).solid[0, 4, 4] == 1
