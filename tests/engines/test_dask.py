"""Dask reads partitions where they are, in threads or in processes, also if one is killed."""

from decimal import Decimal
from functools import partial

import numpy as np
import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.errors import OptionError, TableError, UnknownNameError
from featureshift.tables import as_table
from tests.engines.contract import METHODS, agrees, dies_once, end_process

pd = pytest.importorskip("pandas")
dataframe = pytest.importorskip("dask.dataframe")


@pytest.fixture(scope="module")
def cluster():
    """Two worker processes."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as workers,
        distributed.Client(workers, set_as_default=False) as client,
    ):
        yield client


def frames(directories):
    return [dataframe.read_parquet(place) for place in directories]


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("method", METHODS)
def test_frames_in_threads(directories, wanted, method):
    agrees(fs.localize(*frames(directories(7)), method=method), wanted(method))


@pytest.mark.usefixtures("sampled")
def test_frames_on_two_processes(directories, wanted, cluster):
    with cluster.as_current():
        agrees(fs.localize(*frames(directories(7))), wanted())


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("method", METHODS)
def test_files_that_two_processes_read(directories, wanted, cluster, method):
    with cluster.as_current():
        found = fs.localize(*directories(7), engine="dask", method=method)
    agrees(found, wanted(method))


@pytest.mark.usefixtures("sampled")
def test_a_worker_that_is_killed_changes_nothing(directories, wanted, cluster, tmp_path):
    reference, query = frames(directories(7))
    marker = tmp_path / "died"
    mortal = reference.map_partitions(partial(dies_once, marker, end_process), meta=reference._meta)
    with cluster.as_current():
        found = fs.localize(mortal, query)
    assert marker.exists()
    agrees(found, wanted())


@pytest.mark.usefixtures("sampled")
def test_one_table_on_dask_the_other_here(pair, directories, wanted):
    frame = frames(directories(7))[0]
    agrees(fs.localize(frame, pair[1]), wanted())
    agrees(fs.localize(frame, pair[1], engine="local"), wanted())


def test_rows_are_not_collected(directories, monkeypatch):
    from featureshift.engines import pieces

    sizes = []
    plain = pieces.packed
    monkeypatch.setattr(pieces, "packed", lambda state: sizes.append(state) or plain(state))
    fs.localize(*frames(directories(7)), max_rows=50)
    rows = [len(state.sample) for state in sizes if hasattr(state, "sample")]
    assert len(rows) >= 2 * 8
    assert max(rows) <= 50


def test_types_of_a_frame():
    frame = pd.DataFrame(
        {
            "whole": pd.array([1, None, 3, 4], "Int64"),
            "text": pd.array(["a", None, "b", "a"], "string"),
            "category": pd.Categorical(["u", "v", "u", None]),
            "code": pd.Categorical([1, 2, 1, 2]),
            "price": pd.Series([Decimal("1.50")] * 4, dtype=pd.ArrowDtype(pa.decimal128(5, 2))),
            "zoned": pd.date_range("2025-01-01", periods=4, tz="Europe/Rome"),
            "list": pd.Series([[1], [2], [3], []], dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
        }
    )
    lazy = dataframe.from_pandas(frame, npartitions=2)
    wanted = [(column.name, column.kind, column.zoned) for column in as_table(frame).columns]
    found = as_table(lazy.assign(category=lazy["category"].cat.as_unknown()))
    assert [(column.name, column.kind, column.zoned) for column in found.columns] == wanted
    notes = fs.localize(lazy, frame).notes
    assert "unsupported-type" in {note.code for note in notes if note.column == "list"}


def object_frame(first, second):
    import dask

    parts = [pd.DataFrame({"x": pd.Series(each, dtype=object)}) for each in (first, second)]
    with dask.config.set({"dataframe.convert-string": False}):
        return dataframe.from_delayed([dask.delayed(part) for part in parts], meta=parts[0])


def test_objects_are_what_their_first_rows_are():
    table = as_table(object_frame(["a", "b"], ["c", 1]))
    (part,) = table.partitions()
    texts = [column.to_pylist() for batch in part.read([0], 10) for column in batch.columns]
    assert texts == [["a", "b"], ["c", "1"]]


def test_objects_that_change_their_type_are_refused():
    import dask

    numbers = pd.DataFrame({"x": pd.Series([1.0, 2.0] * 400, dtype=object)})
    texts = pd.DataFrame({"x": pd.Series([3.0] * 800 + ["a", "b"], dtype=object)})
    with dask.config.set({"dataframe.convert-string": False}):
        frame = dataframe.from_delayed([dask.delayed(numbers), dask.delayed(texts)], meta=numbers)
        with pytest.raises(TableError, match="different types in the partitions"):
            fs.localize(frame, numbers.astype(float))


def test_rows_that_change_from_reading_to_reading_are_refused(tmp_path):
    frame = dataframe.from_pandas(pd.DataFrame({"x": np.arange(100.0)}), npartitions=2)
    fickle = frame.map_partitions(_longer_each_time, tmp_path, meta=frame._meta)
    with pytest.raises(TableError, match="other rows each time"):
        fs.localize(fickle, frame)


def _longer_each_time(rows, directory):
    import uuid

    (directory / uuid.uuid4().hex).touch()
    return pd.concat([rows] * len(list(directory.iterdir())))


def test_other_engines_do_not_read_it():
    frame = dataframe.from_pandas(pd.DataFrame({"x": np.arange(10.0)}), npartitions=2)
    with pytest.raises(OptionError, match="cannot read a Dask frame"):
        fs.localize(frame, frame, engine="spark")


def test_an_unknown_engine_is_refused_first():
    with pytest.raises(UnknownNameError, match="did you mean 'dask'"):
        fs.localize("nowhere.parquet", "nowhere.parquet", engine="dusk")


def test_a_profile_is_made_on_dask(directories):
    (frame, _), (place, _) = frames(directories(7)), directories(7)
    assert repr(fs.profile(frame)) == repr(fs.profile(place))
