import numpy as np

from featureshift.methods.fslnet.maps.occupancy import OCCUPANCY_CHANNELS, occupancy
from featureshift.methods.measures import UniformGrid

GRID = UniformGrid(100)


def of(reference, query):
    tables = [np.asarray(values, np.float32)[:, None] for values in (reference, query)]
    states = [GRID.update(GRID.start(1), table) for table in tables]
    return dict(zip(OCCUPANCY_CHANNELS, occupancy(*states)[:, 0], strict=True))


def test_a_rare_level_that_moved_is_new_here_and_gone_there():
    reference, query = np.zeros(500), np.zeros(500)
    reference[:8], query[:8] = 0.5, 0.37
    found = of(reference, query)
    assert found["new_surplus"] > 1.5
    assert found["gone_surplus"] > 1.5
    assert of(reference, reference)["new_surplus"] == 0


def test_new_values_of_a_continuous_column_are_expected(rng):
    found = of(rng.random(60), rng.random(60))
    assert abs(found["new_surplus"]) < 2
    assert found["new_expected"] > 0.5


def test_a_column_without_values_in_a_table_is_finite():
    values = occupancy(GRID.start(1), GRID.update(GRID.start(1), np.array([[0.5]], np.float32)))
    assert np.isfinite(values).all()
