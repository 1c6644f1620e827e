import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.errors import OptionError
from featureshift.tables.files import parquet
from featureshift.tables.table import HEAD_ROWS


def test_twenty_sources_are_read_twenty_times(rng, tmp_path, monkeypatch):
    read = []
    plain = parquet._row_groups

    def counted(file, numbers, names, indices, rows):
        if rows > HEAD_ROWS:
            read.append(file.name)
        return plain(file, numbers, names, indices, rows)

    monkeypatch.setattr(parquet, "_row_groups", counted)
    paths = {}
    for k in range(20):
        paths[f"h{k}"] = tmp_path / f"h{k}.parquet"
        pa.parquet.write_table(pa.table({"x": rng.normal(size=60) + (k == 4)}), paths[f"h{k}"])
    found = fs.compare(paths)
    assert len(found) == 20
    assert sorted(read) == sorted(map(str, paths.values()))


def test_columns_in_another_order_are_the_same_columns(sites, compared):
    turned = {name: frame[list(frame.columns[::-1])] for name, frame in sites.items()}
    mixed = {name: (turned if k % 2 else sites)[name] for k, name in enumerate(sites)}
    found = fs.compare(mixed)
    assert found.pool == compared.pool
    assert found.odd == compared.odd


def test_profiles_are_sources_too(sites, compared):
    found = fs.compare({name: fs.profile(frame) for name, frame in sites.items()})
    for name in compared:
        np.testing.assert_array_equal(found[name].scores, compared[name].scores)


def test_no_sources(sites):
    for wrong in ({}, {"s0": sites["s0"]}, [sites["s0"], sites["s1"]]):
        with pytest.raises(OptionError, match="no sources to compare"):
            fs.compare(wrong)
