"""The same scores whatever the source; on Dask and Spark: ``test_dask.py``, ``test_spark.py``."""

import duckdb
import pyarrow as pa
import pyarrow.csv
import pytest

import featureshift as fs
from tests.engines.contract import METHODS, agrees

pytestmark = pytest.mark.usefixtures("sampled")


@pytest.mark.parametrize("n_files", [1, 7, 64])
def test_parquet_files(directories, wanted, n_files):
    agrees(fs.localize(*directories(n_files)), wanted())


@pytest.mark.parametrize("method", METHODS)
def test_duckdb_relations(directories, wanted, method):
    with duckdb.connect() as connection:
        sources = [connection.read_parquet(f"{place}/*.parquet") for place in directories(7)]
        agrees(fs.localize(*sources, method=method), wanted(method))


def test_csv(pair, wanted, tmp_path):
    paths = tmp_path / "reference.csv", tmp_path / "query.csv"
    for table, path in zip(pair, paths, strict=True):
        # A text tells no single from double precision.
        place = table.schema.get_field_index("narrow")
        wide = table.set_column(place, "narrow", table["narrow"].cast(pa.float64()))
        pa.csv.write_csv(wide, path)
    agrees(fs.localize(*paths), wanted())
