import numpy as np
import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--update-snapshots", action="store_true", help="store what is rendered as expected"
    )


@pytest.fixture
def rng():
    return np.random.default_rng(7)
