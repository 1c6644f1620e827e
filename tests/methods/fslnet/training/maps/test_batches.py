import numpy as np

from featureshift.methods.fslnet.training.maps.batches import borrowed, by_width, draw_batch
from featureshift.methods.fslnet.training.maps.described import DescribedPair

MARGINS = np.array([True, True, False, False, False])


def drawn(of, size, hidden, rng):
    batch = draw_batch(of, size, hidden, MARGINS, rng)
    return batch.merged.numpy(), batch.changed.numpy()


def pairs(rng, widths, manipulation="T1"):
    made = []
    for d in widths:
        changed = np.arange(d) == 1
        merged = np.tile(changed.astype(np.float16), (5, 1))
        made.append(DescribedPair(merged, changed, manipulation))
    return by_width(made)


def test_a_batch_is_as_wide_as_its_narrowest_pair_and_maps_keep_their_truth(rng):
    merged, truth = drawn(pairs(rng, (6, 9, 12)), 4, 0.0, rng)
    assert merged.shape[0] == truth.shape[0] == 4
    assert merged.shape[2] == truth.shape[1]
    assert (merged == truth[:, None]).all()


def test_only_resampled_pairs_hide_their_margins(rng):
    hidden, truth = drawn(pairs(rng, (8, 8), "T3"), 2, 1.0, rng)
    assert (hidden[:, :2] == 0).all()
    assert (hidden[:, 2:] == truth[:, None]).all()
    shown, truth = drawn(pairs(rng, (8, 8), "T1"), 2, 1.0, rng)
    assert (shown == truth[:, None]).all()


def test_without_unchanged_columns_nothing_is_borrowed(rng):
    margins = rng.random((3, 4)).astype(np.float32)
    assert borrowed(margins, np.ones(4, bool), rng) is margins
