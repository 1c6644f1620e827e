import numpy as np
import pytest

from featureshift.corpus.mixed import MIXED
from featureshift.simulate.populations import WAYS, draw_population, largest_change


def drawn(count=12):
    for seed in range(200):
        rng = np.random.default_rng(seed)
        rows = MIXED["households"](6000, rng, rng)
        found = draw_population(rows, 500, rng)
        if found is not None:
            yield rows, found
            count -= 1
        if count == 0:
            return


@pytest.fixture(scope="module")
def populations():
    return list(drawn())


def test_rows_are_chosen_and_not_changed(populations):
    rows, found = populations[0]
    own = {tuple(map(str, row)) for row in zip(*rows.values(), strict=True)}
    assert {tuple(map(str, row)) for row in zip(*found.query.values(), strict=True)} <= own
    assert all(len(column) == 500 for column in found.query.values())


def test_drivers_change(populations):
    for rows, found in populations:
        assert found.way in WAYS
        assert 1 <= len(found.drivers) <= 3
        for name in found.drivers:
            assert largest_change(rows[name], found.query[name]) >= 0.2


def test_too_few_rows_are_no_population():
    rng = np.random.default_rng(0)
    rows = MIXED["households"](600, rng, rng)
    assert all(draw_population(rows, 599, rng) is None for _ in range(20))
