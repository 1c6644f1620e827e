import numpy as np

from featureshift.methods.graphnet.channels import exchanged
from featureshift.methods.graphnet.context import CHANNELS, EFFECTIVE_ROWS, WIDEST, context


def test_sizes_stop_growing_where_nothing_was_learned():
    few = np.array([True, False, False])
    made = context(500, 2000, few)
    assert made.shape == (3, len(CHANNELS))
    assert made[:, 0].tolist() == [1, 0, 0]
    assert (made[:, 1] < made[:, 2]).all()
    most = context(EFFECTIVE_ROWS, EFFECTIVE_ROWS, np.zeros(WIDEST, bool))
    beyond = context(10 * EFFECTIVE_ROWS, EFFECTIVE_ROWS, np.zeros(2 * WIDEST, bool))
    assert np.array_equal(most[0], beyond[0])


def test_tables_change_places():
    levels = np.array([False, True])
    assert np.array_equal(exchanged(context(50, 900, levels), CHANNELS), context(900, 50, levels))
