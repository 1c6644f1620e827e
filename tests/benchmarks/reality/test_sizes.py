import numpy as np

from benchmarks.reality.sizes import count, draw_rows, log_uniform


def test_draws_stay_within_their_bounds_and_reach_them():
    rng = np.random.default_rng(0)
    counts = [count(rng, 3, 5) for _ in range(200)]
    assert set(counts) == {3, 4, 5}
    rows = [draw_rows(rng, 300, 5000) for _ in range(300)]
    sizes = [size for pair in rows for size in pair]
    assert min(sizes) == 300
    assert max(sizes) == 5000
    assert rows[0].both == sum(rows[0])
    assert max(r / q for r, q in rows) > 2


def test_every_power_of_ten_is_as_likely():
    rng = np.random.default_rng(0)
    drawn = np.array([log_uniform(rng, 1, 100) for _ in range(2000)])
    assert abs((drawn < 10).mean() - 0.5) < 0.05
