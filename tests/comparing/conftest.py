import numpy as np
import pytest

import featureshift as fs

from .made import site


@pytest.fixture(scope="session")
def sites():
    """Five, of which one has a column with more spread."""
    rng = np.random.default_rng(7)
    return {f"s{k}": site(rng, spread=2.0 if k == 3 else 1.0) for k in range(5)}


@pytest.fixture(scope="session")
def compared(sites):
    return fs.compare(sites)
