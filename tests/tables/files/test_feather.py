"""Feather and Arrow files: nothing that is in them can end the process, and no row is made up."""

import os
import subprocess
import sys

import pyarrow as pa
import pyarrow.feather
import pytest

import featureshift as fs
from featureshift.errors import UnreadableTableError
from featureshift.tables.files.feather import open_feather
from featureshift.tables.files.file import File
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.kinds import Kind
from featureshift.tables.table import Selection

FLIPPER = """
import sys
from pathlib import Path
import numpy as np
import featureshift as fs
from featureshift.errors import FeatureshiftError
whole, path = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2])
rng, refused = np.random.default_rng(1), 0
for case in range(int(sys.argv[3])):
    damaged = bytearray(whole)
    for place in rng.integers(len(whole), size=1 + case % 3):
        damaged[place] ^= 1 << rng.integers(8)
    path.write_bytes(damaged[: rng.integers(len(whole))] if case % 5 == 0 else damaged)
    try:
        fs.localize(path, path, method="sm-threshold")
    except FeatureshiftError:
        refused += 1
print(refused)
"""


@pytest.fixture
def table(rng):
    n = 60
    return pa.table(
        {
            "number": rng.normal(size=n),
            "text": pa.array(rng.choice(["red", "grün"], n)),
            "view": pa.array(["a text of some length"] * n, pa.string_view()),
            "level": pa.array(rng.choice(["x", "y"], n)).dictionary_encode(),
            "list": [[1, 2]] * n,
            "day": pa.array(rng.integers(0, 10**9, n), pa.timestamp("s")),
            "flag": rng.random(n) < 0.5,
        }
    )


@pytest.mark.parametrize("compression", ["uncompressed", "lz4"])
def test_flipped_bits_never_end_the_process(tmp_path, table, compression):
    whole, damaged = tmp_path / "whole.arrow", tmp_path / "damaged.arrow"
    pa.feather.write_feather(table, str(whole), compression=compression, chunksize=25)
    cases = 100
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FLIPPER, whole, damaged, str(cases)],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > cases / 3


def read(table, positions):
    selection = [Selection(j, Kind.NUMERIC) for j in positions]
    return [
        batch.values.tolist() for part in table.partitions() for batch in part.batches(selection)
    ]


def test_columns_come_in_any_order_batch_by_batch(tmp_path):
    path = tmp_path / "t.arrow"
    columns = {"a": [1.0, 2.0, 3.0], "gap": ["u", "v", "w"], "b": [4.0, 5.0, 6.0]}
    pa.feather.write_feather(pa.table(columns), str(path), chunksize=2)
    table = open_feather(File.at(path), ReadOptions())
    assert [part.n_rows for part in table.partitions()] == [2, 1]
    assert read(table, [2, 0]) == [[[4.0, 1.0], [5.0, 2.0]], [[6.0, 3.0]]]


@pytest.mark.parametrize("change", ["cut off", "longer", "other rows", "other columns", "touched"])
def test_a_file_that_is_written_to_meanwhile_is_one_clear_error(tmp_path, change):
    path = tmp_path / "t.arrow"
    rows = pa.table({"a": [1.0, 2.0, 3.0], "b": [4.0, 5.0, 6.0]})
    pa.feather.write_feather(rows, str(path))
    table = open_feather(File.at(path), ReadOptions())
    if change == "cut off":
        os.truncate(path, 100)
    elif change == "longer":
        with path.open("ab") as file:
            file.write(b"more")
    elif change == "touched":
        os.utime(path, ns=(1, 1))
    else:
        other = rows.slice(1) if change == "other rows" else rows.rename_columns(["a", "c"])
        pa.feather.write_feather(other, str(path))
    with pytest.raises(UnreadableTableError, match="written to while it was read"):
        read(table, [0, 1])


def test_the_first_version_cannot_be_checked(tmp_path):
    path = tmp_path / "old.feather"
    path.write_bytes(b"FEA1" + bytes(100) + b"FEA1")
    with pytest.raises(UnreadableTableError, match="first version"):
        fs.localize(path, path)
