import numpy as np
import pytest

import featureshift as fs


@pytest.fixture(scope="session")
def sites():
    """Five sources, of which one has a column in other units and one lacks a column."""
    rng = np.random.default_rng(3)
    found = {}
    for k in range(5):
        z = rng.normal(size=(600, 1))
        table = dict(zip("abcd", (z + rng.normal(size=(600, 4))).T, strict=True))
        found[f"site {k}"] = table
    found["site 1"]["b"] = found["site 1"]["b"] * 10
    del found["site 3"]["d"]
    return fs.compare(found)
