import numpy as np
import pytest

from featureshift.methods.fslnet.maps.column_ring import REACH, WHOLE, ring_panels


@pytest.mark.parametrize("d", [1, 2, 75, WHOLE, WHOLE + 1, 200, 1000])
def test_cores_cover_all_columns_once_and_see_their_neighbors(d):
    covered = []
    for panel in ring_panels(d):
        core = np.arange(d)[panel.core]
        covered += core.tolist()
        assert (panel.seen[panel.own] == core).all()
        assert len(set(panel.seen.tolist())) == len(panel.seen)
        if d > WHOLE:
            for away in (-REACH, REACH):
                assert set((core + away) % d) <= set(panel.seen.tolist())
        else:
            assert len(panel.seen) == d
    assert covered == list(range(d))
