import numpy as np

from featureshift.methods.fslnet.training.config import ExampleConfig
from featureshift.methods.fslnet.training.shapes import draw_rows, draw_shape, limits

CONFIG = ExampleConfig(
    features=(8, 256), rows=(1000, 10_000), network_rows=(64, 128, 256), max_cells=8192,
    curriculum_groups=100, curriculum_features=16, curriculum_rows=2000,
)  # fmt: skip


def test_small_tables_come_first(rng):
    assert limits(CONFIG, 0) == (16, 2000, (64,))
    assert limits(CONFIG, 50) == (64, 4472, (64, 128))
    assert limits(CONFIG, 100) == limits(CONFIG, 10**6) == (256, 10_000, (64, 128, 256))


def test_without_a_curriculum_everything_comes_at_once():
    assert limits(ExampleConfig(), 0) == (256, 10_000, (500,))


def test_shapes_stay_in_range(rng):
    shapes = [draw_shape(CONFIG, 1000, rng) for _ in range(500)]
    assert {shape.network_rows for shape in shapes} >= {64, 128, 256}
    assert min(shape.features for shape in shapes) == 8
    assert max(shape.features for shape in shapes) > 200
    assert max(shape.features * shape.network_rows for shape in shapes) <= 8192
    rows = [draw_rows(CONFIG, shape, rng) for shape in shapes]
    assert 1000 <= min(rows) <= max(rows) <= 10_000


def test_features_are_spread_over_scales(rng):
    features = np.array([draw_shape(CONFIG, 1000, rng).features for _ in range(1000)])
    assert 0.4 < (features < 45).mean() < 0.6
