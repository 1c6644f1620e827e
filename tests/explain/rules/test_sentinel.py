import numpy as np
import pytest

from featureshift.explain.rules.sentinel import propose

from ..building import case_after, fits, rejects


@pytest.mark.parametrize("value", [-999.0, 9999.0, -1.0, 0.0])
def test_numbers_that_stand_for_nothing(rng, value):
    chosen = np.arange(2000) % 10 == 0
    proposal = fits(propose, case_after(rng, lambda t: {"x": np.where(chosen, value, t["x"])}))
    assert proposal.numbers["value"] == value


def test_a_mean_is_not_one(rng):
    chosen = np.arange(2000) % 4 == 0
    assert rejects(propose, case_after(rng, lambda t: {"x": np.where(chosen, 80.0, t["x"])}))
