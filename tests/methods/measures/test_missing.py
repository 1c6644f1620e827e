from __future__ import annotations

import numpy as np

from featureshift.methods.measures import MissingShare


def test_share_adds_up_over_blocks() -> None:
    functional = MissingShare()
    state = functional.start(3)
    for block in ([[np.nan, 0.0, np.nan]], [[0.1, 0.2, np.nan], [0.1, np.nan, np.nan]]):
        state = functional.update(state, np.array(block, np.float32))
    np.testing.assert_allclose(functional.result(state), [[1 / 3, 1 / 3, 1.0]])


def test_no_rows_is_all_missing() -> None:
    functional = MissingShare()
    assert functional.result(functional.start(2)).tolist() == [[1.0, 1.0]]
