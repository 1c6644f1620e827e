import numpy as np

from featureshift.simulate.mishaps import MISHAPS

from .building import tables


def test_predicted_values_vary_less():
    reference, query = tables()
    for seed in range(6):
        new = MISHAPS["predicted"](reference, query, "weight_kg", np.random.default_rng(seed))
        assert np.var(new["weight_kg"]) < np.var(query["weight_kg"])
