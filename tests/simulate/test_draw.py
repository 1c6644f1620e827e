import numpy as np

from featureshift.simulate import TRAINING, LabeledPair, Scene, manipulation_named, shift
from featureshift.simulate import draw as draw_module
from featureshift.simulate.draw import (
    draw_chosen,
    draw_manipulation,
    draw_size,
    manipulated,
    negated,
)


def test_sizes_are_spread_over_scales(rng):
    sizes = np.array([draw_size(8, 256, rng) for _ in range(1000)])
    assert (sizes.min(), sizes.max()) == (8, 256)
    assert 0.4 < (sizes < 45).mean() < 0.6


def test_a_manipulation_for_other_columns_is_never_drawn(rng):
    drawn = {
        draw_manipulation(dict.fromkeys(TRAINING, 0.1), np.zeros(5, bool), rng).name
        for _ in range(200)
    }
    assert drawn == {"T1", "T2", "T3", "T4", "T5", "T6", "T7"}
    assert draw_manipulation({"T8": 1.0}, np.zeros(5, bool), rng) is None


def test_at_most_a_quarter_is_chosen(rng):
    t3 = manipulation_named("T3")
    counts = {len(draw_chosen(t3, np.zeros(20, bool), 0.25, rng)) for _ in range(200)}
    assert counts == {1, 2, 3, 4, 5}
    assert len(draw_chosen(t3, np.zeros(3, bool), 0.25, rng)) == 1


def test_an_exact_negation_is_rejected(rng, monkeypatch):
    """What T5 can do to a binary column is what E2 does to any."""
    half = rng.integers(2, size=(50, 4)).astype(np.float32)
    scene = Scene(half, half, np.array([1]), np.ones(4, bool))
    assert negated(scene, shift(scene, manipulation_named("E2"), rng)).all()
    assert not negated(scene, shift(scene, manipulation_named("T3"), rng)).any()
    monkeypatch.setattr(draw_module, "shift", lambda s, m, r: shift(s, m and negation, r))
    negation = manipulation_named("E2")
    pair = manipulated(scene, manipulation_named("T5"), rng)
    assert isinstance(pair, LabeledPair)
    assert pair.manipulation is None
    assert np.array_equal(pair.query, half)
