"""Spark reads partitions on its executors; needs Java."""

import datetime
import os
import shutil
import sys
from decimal import Decimal
from functools import partial

import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.errors import EngineError, OptionError
from featureshift.tables import Kind, as_table
from tests.engines.contract import METHODS, agrees, dies_once, end_process

sql = pytest.importorskip("pyspark.sql")
pytestmark = [
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java, which is not here"),
    pytest.mark.usefixtures("sampled"),
]


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Two threads; a task may fail three times, as on a cluster."""
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        builder = sql.SparkSession.builder.master("local[2,4]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        yield session
        session.stop()


@pytest.fixture
def frames(session, directories):
    return [session.read.parquet(str(place)) for place in directories(7)]


@pytest.mark.parametrize("method", METHODS)
def test_frames(frames, wanted, method):
    agrees(fs.localize(*frames, method=method), wanted(method))


def test_frames_of_more_partitions_than_are_merged_at_once(frames, wanted):
    agrees(fs.localize(frames[0].repartition(20), frames[1]), wanted())


@pytest.mark.usefixtures("session")
def test_files_that_executors_read(directories, wanted):
    agrees(fs.localize(*directories(7), engine="spark"), wanted())


def test_one_table_on_spark_the_other_here(pair, frames, wanted):
    agrees(fs.localize(frames[0], pair[1], engine="local"), wanted())


def test_a_worker_that_is_killed_changes_nothing(frames, wanted, tmp_path):
    marker = str(tmp_path / "died")
    mortal = frames[0].mapInArrow(partial(_mortal, marker), frames[0].schema)
    agrees(fs.localize(mortal, frames[1]), wanted())
    assert (tmp_path / "died").exists()


def _mortal(marker, batches):
    for batch in batches:
        yield dies_once(marker, end_process, batch)


def test_types_of_a_frame(session):
    rows = [(Decimal("1.50"), datetime.datetime(2025, 1, 1), {"a": 1}, [1], "x", 7)]
    schema = "d decimal(5,2), t timestamp, m map<string,int>, l array<int>, `a.b` string, n tinyint"
    frame = session.createDataFrame(rows, schema).selectExpr(
        "*", "cast(t as timestamp_ntz) as local", "cast(t as date) as day"
    )
    table = as_table(frame)
    found = {column.name: (column.kind, column.zoned) for column in table.columns}
    assert found == {
        "d": (Kind.NUMERIC, False),
        "t": (Kind.DATETIME, True),
        "m": (Kind.UNSUPPORTED, False),
        "l": (Kind.UNSUPPORTED, False),
        "a.b": (Kind.CATEGORICAL, False),
        "n": (Kind.NUMERIC, False),
        "local": (Kind.DATETIME, False),
        "day": (Kind.DATETIME, False),
    }
    (part,) = table.partitions()
    (batch,) = part.read([0, 4, 6], 10)
    (row,) = batch.to_pylist()
    assert list(row.values()) == [Decimal("1.50"), "x", datetime.datetime(2025, 1, 1)]


def test_what_goes_wrong_on_an_executor_is_told(frames):
    broken = frames[0].mapInArrow(_broken, frames[0].schema)
    with pytest.raises(EngineError, match=r"found: .*ZeroDivisionError: nothing to share"):
        fs.localize(broken, frames[1])


def _broken(batches):
    for batch in batches:
        if batch.num_columns:
            raise ZeroDivisionError("nothing to share")
        yield batch


@pytest.mark.usefixtures("session")
def test_other_engines_do_not_read_it(frames):
    with pytest.raises(OptionError, match="cannot read a Spark frame"):
        fs.localize(*frames, engine="dask")


def test_rows_in_memory_are_read_where_they_are(pair, wanted):
    assert isinstance(pair[0], pa.Table)
    agrees(fs.localize(*pair, engine="spark"), wanted())
