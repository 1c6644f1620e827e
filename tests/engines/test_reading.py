"""A table is read once, and files, order and partition change nothing."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.tables import Kind, as_table
from featureshift.tables.files import parquet
from featureshift.tables.table import HEAD_ROWS, HEADS, Selection


def columns(rng, n):
    z = rng.normal(size=n)
    return {
        "x": z + rng.normal(size=n),
        "y": z + rng.normal(size=n),
        "count": rng.poisson(3, n),
        "color": rng.choice(["red", "green", "blue"], n),
        "flag": rng.random(n) < 0.1,
    }


@pytest.fixture
def sampled(monkeypatch):
    """GraphNet looks at 1,000 rows of a table at most."""
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)


def write(table, directory, n_files):
    directory.mkdir()
    for number, rows in enumerate(np.array_split(np.arange(table.num_rows), n_files)):
        part = table.slice(int(rows[0]), len(rows))
        pa.parquet.write_table(part, directory / f"{number:03}.parquet", row_group_size=700)
    return directory


@pytest.mark.usefixtures("sampled")
def test_files_order_and_partition_change_no_score(rng, tmp_path):
    reference, query = (pa.table(columns(rng, n)) for n in (5000, 3000))
    wanted = fs.localize(reference, query)
    shuffled = reference.take(rng.permutation(5000))
    for number, n_files in enumerate((1, 7)):
        source = write(shuffled, tmp_path / str(number), n_files)
        found = fs.localize(source, query)
        np.testing.assert_array_equal(found.scores, wanted.scores)


@pytest.mark.usefixtures("sampled")
def test_parquet_is_read_once_but_for_a_few_cells(rng, tmp_path, monkeypatch):
    read, peeked = [], []
    plain = parquet._row_groups

    def counted(file, numbers, names, indices, rows):
        (peeked if rows <= HEAD_ROWS else read).extend((file.name, number) for number in numbers)
        return plain(file, numbers, names, indices, rows)

    monkeypatch.setattr(parquet, "_row_groups", counted)
    paths = [write(pa.table(columns(rng, 3000)), tmp_path / side, 2) for side in "rq"]
    result = fs.localize(*paths)
    assert len(result.features) == 5
    assert len(read) == len(set(read)) == 2 * 2 * 3
    assert len(peeked) == len(set(peeked)) == 2 * HEADS


@pytest.mark.parametrize("row_group_size", [1, 7, 1000])
def test_a_file_of_many_row_groups_is_opened_a_few_times(rng, tmp_path, row_group_size):
    table = pa.table(columns(rng, 60))
    pa.parquet.write_table(table, tmp_path / "t.parquet", row_group_size=row_group_size)
    parts = as_table(tmp_path / "t.parquet").partitions()
    assert len(parts) <= parquet.PARTS_OF_A_FILE
    assert sum(part.n_rows for part in parts) == 60
    selection = [Selection(0, Kind.NUMERIC)]
    found = np.concatenate([b.values for part in parts for b in part.batches(selection)])
    np.testing.assert_array_equal(found[:, 0], table["x"])
