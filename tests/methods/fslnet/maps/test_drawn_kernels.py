import numpy as np
import pytest

from featureshift.methods.fslnet.maps.column_ring import REACH, ring_panels
from featureshift.methods.fslnet.maps.drawn_kernels import TAPS, draw_kernels


@pytest.mark.parametrize("d", [2, 9, 38, 75, 76, 138, 139, 300])
def test_matrix_is_the_kernel_around_the_ring(d, rng):
    kernels = draw_kernels(4, rng)
    rows = rng.normal(size=(5, d)).astype(np.float32)
    for panel in ring_panels(d):
        found = rows[:, panel.seen] @ kernels.matrix(panel, d)
        found = found.reshape(5, -1, 4)
        for place, column in enumerate(np.arange(d)[panel.core]):
            folded = np.zeros((d, 4))
            for tap in range(TAPS):
                folded[(column + tap - REACH) % d] += kernels.weights[:, tap]
            folded[column] = 0
            folded /= np.maximum(np.linalg.norm(folded, axis=0), 1e-7)
            np.testing.assert_allclose(found[:, place], rows @ folded, atol=1e-4)


def test_kernels_look_at_few_to_all_neighbors_and_never_at_themselves(rng):
    weights = draw_kernels(64, rng).weights
    looked_at = (weights != 0).sum(axis=1)
    assert (weights[:, REACH] == 0).all()
    assert looked_at[0] < 10
    assert looked_at[-1] == TAPS - 1
