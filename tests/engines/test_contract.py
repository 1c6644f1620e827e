"""The same scores whatever the source and the engine; those of Spark are in ``test_spark.py``."""

import duckdb
import pyarrow as pa
import pyarrow.csv
import pytest

from tests.engines.contract import METHODS, agrees, localized

pytestmark = pytest.mark.usefixtures("sampled")


@pytest.fixture(scope="module")
def cluster():
    from dask.distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as workers,
        Client(workers, set_as_default=False) as client,
    ):
        yield client


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n_files", [1, 7, 64])
def test_parquet_files(pair, directories, n_files, method):
    agrees(localized(directories(n_files), method), localized(pair, method))


def test_csv(pair, tmp_path):
    paths = tmp_path / "reference.csv", tmp_path / "query.csv"
    for table, path in zip(pair, paths, strict=True):
        # A text tells no single from double precision.
        place = table.schema.get_field_index("narrow")
        wide = table.set_column(place, "narrow", table["narrow"].cast(pa.float64()))
        pa.csv.write_csv(wide, path)
    agrees(localized(paths), localized(pair))


@pytest.mark.parametrize("method", METHODS)
def test_duckdb_relations(pair, directories, method):
    with duckdb.connect() as connection:
        sources = [connection.read_parquet(f"{place}/*.parquet") for place in directories(7)]
        agrees(localized(sources, method), localized(pair, method))


@pytest.mark.parametrize("method", METHODS)
def test_dask_frames_in_threads(pair, directories, method):
    from dask import dataframe

    sources = [dataframe.read_parquet(place) for place in directories(7)]
    agrees(localized(sources, method), localized(pair, method))


@pytest.mark.parametrize("method", METHODS)
def test_dask_frames_on_two_worker_processes(pair, directories, cluster, method):
    from dask import dataframe

    sources = [dataframe.read_parquet(place) for place in directories(64)]
    with cluster.as_current():
        agrees(localized(sources, method), localized(pair, method))


@pytest.mark.parametrize("method", METHODS)
def test_files_that_dask_workers_read(pair, directories, cluster, method):
    with cluster.as_current():
        found = localized(directories(7), method, engine="dask")
    agrees(found, localized(pair, method))


def test_one_table_on_dask_the_other_here(pair, directories):
    from dask import dataframe

    frame = dataframe.read_parquet(directories(7)[0])
    agrees(localized((frame, pair[1])), localized(pair))
    agrees(localized((frame, pair[1]), engine="local"), localized(pair))
