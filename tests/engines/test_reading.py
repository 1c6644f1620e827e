"""A table is read once, and files, order and partition change nothing."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.tables import files


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
def test_parquet_is_read_once(rng, tmp_path, monkeypatch):
    read = []
    plain = files._row_group

    def counted(path, number, *rest):
        read.append((path.parent.name, path.name, number))
        return plain(path, number, *rest)

    monkeypatch.setattr(files, "_row_group", counted)
    paths = [write(pa.table(columns(rng, 3000)), tmp_path / side, 2) for side in "rq"]
    result = fs.localize(*paths)
    assert len(result.features) == 5
    assert len(read) == len(set(read)) == 2 * 2 * 3
