from functools import cache

import pytest

import featureshift as fs
from tests.engines import contract


@pytest.fixture(scope="session")
def pair():
    return contract.tables()


@pytest.fixture
def sampled(monkeypatch):
    contract.sampled(monkeypatch)


@pytest.fixture(scope="module")
def wanted(pair):
    """What a method finds in the tables in memory; asked for where they are sampled."""
    return cache(lambda method="graphnet": fs.localize(*pair, method=method))


@pytest.fixture(scope="session")
def directories(pair, tmp_path_factory):
    """Both tables as so many Parquet files."""
    made = {}

    def write(n_files):
        if n_files not in made:
            base = tmp_path_factory.mktemp(f"files{n_files}")
            made[n_files] = tuple(
                contract.write(table, base / side, n_files)
                for table, side in zip(pair, ("reference", "query"), strict=True)
            )
        return made[n_files]

    return write
