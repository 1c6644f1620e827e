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


def write_csv(table, path):
    # A text tells no single from double precision.
    place = table.schema.get_field_index("narrow")
    wide = table.set_column(place, "narrow", table["narrow"].cast(pa.float64()))
    pa.csv.write_csv(wide, path)


def test_csv(pair, wanted, tmp_path):
    paths = tmp_path / "reference.csv", tmp_path / "query.csv"
    for table, path in zip(pair, paths, strict=True):
        write_csv(table, path)
    agrees(fs.localize(*paths), wanted())


@pytest.mark.parametrize("engine", [None, "dask"])
@pytest.mark.parametrize("n_files", [1, 7])
def test_csv_in_blocks(pair, wanted, tmp_path, monkeypatch, engine, n_files):
    monkeypatch.setattr("featureshift.tables.files.survey.BLOCK", 1 << 15)
    monkeypatch.setattr("featureshift.tables.files.survey.LARGEST_BLOCK", 1 << 15)
    places = tmp_path / "reference", tmp_path / "query"
    for table, place in zip(pair, places, strict=True):
        place.mkdir()
        height = -(-table.num_rows // n_files)
        for number in range(n_files):
            rows = table.slice(number * height, height)
            write_csv(rows, place / f"{number}.csv")
    agrees(fs.localize(*places, engine=engine), wanted())
