from __future__ import annotations

import hashlib
import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from featureshift.corpus import Folder
from featureshift.errors import UnknownNameError, UnreadableTableError

BENCH_HEADER = "name,file,n_samples,n_features,type,source,license,notes\n"
TRAIN_HEADER = "slug,n_rows,n_cols,n_numeric,n_categorical,source,license,sha256\n"
SHARED = Path(__file__).parents[3] / "shared" / "data" / "bench"


@pytest.fixture
def bench(tmp_path):
    bits = (np.arange(33).reshape(11, 3) % 4 == 0).astype(np.uint8)
    np.savez(tmp_path / "floats.npz", X=np.array([[0.5, np.nan], [1.5, 2]]), y=[0, 1])
    np.savez(tmp_path / "bits.npz", X_packed=np.packbits(bits, axis=0), n_samples=11)
    np.savez(tmp_path / "mixed.npz", X=np.array([[0, 9], [1, 8]], np.uint8))
    (tmp_path / "MANIFEST.csv").write_text(
        BENCH_HEADER
        + 'floats,floats.npz,2,2,continuous,"somewhere, else",CC0-1.0,\n'
        + "bits,bits.npz,11,3,categorical (binary),simulated,none,packed\n"
        + 'mixed,mixed.npz,2,2,"mixed (mostly binary)",x,y,\n'
    )
    return tmp_path


@pytest.fixture
def train(tmp_path):
    table = pa.table(
        {
            "size": pa.array([1.5, None, 2.5], pa.float32()),
            "count": pa.array([1, 2, 3], pa.int8()),
            "color": pa.array(["red", "blue", "blue"]).dictionary_encode(),
        }
    )
    pq.write_table(table, tmp_path / "things.parquet")
    sha256 = hashlib.sha256((tmp_path / "things.parquet").read_bytes()).hexdigest()
    (tmp_path / "MANIFEST.csv").write_text(
        TRAIN_HEADER + f"things,3,3,2,1,a repository,MIT,{sha256}\n"
    )
    return tmp_path


def test_the_benchmark_form(bench):
    folder = Folder(bench)
    assert folder.names() == ["floats", "bits", "mixed"]
    table = folder.load("floats")
    np.testing.assert_array_equal(table.values, np.array([[0.5, np.nan], [1.5, 2]], np.float32))
    assert not table.categorical.any()
    assert table.provenance.source == "somewhere, else"
    assert table.provenance.license == "CC0-1.0"
    assert table.provenance.evaluation_only


def test_packed_bits(bench):
    table = Folder(bench).load("bits")
    np.testing.assert_array_equal(table.values, np.arange(33).reshape(11, 3) % 4 == 0)
    assert table.values.dtype == np.float32
    assert table.categorical.all()


def test_a_mixed_table_counts_as_continuous(bench):
    table = Folder(bench).load("mixed")
    assert table.values.tolist() == [[0, 9], [1, 8]]
    assert not table.categorical.any()


def test_the_training_form(train):
    folder = Folder(str(train))
    assert folder.names() == ["things"]
    table = folder.load("things")
    expected = np.array([[1.5, 1, 1], [np.nan, 2, 0], [2.5, 3, 0]], np.float32)
    np.testing.assert_array_equal(table.values, expected)
    assert table.categorical.tolist() == [False, False, True]
    assert (table.provenance.source, table.provenance.license) == ("a repository", "MIT")
    assert not table.provenance.evaluation_only
    assert len(folder.entries["things"].sha256) == 64


def test_a_file_that_is_not_the_one_of_the_manifest_is_refused(train):
    pq.write_table(pa.table({"size": [1.0, 2.0, 3.0]}), train / "things.parquet")
    with pytest.raises(UnreadableTableError, match="not the file of the manifest"):
        Folder(train).load("things")


def test_a_table_of_another_shape_is_refused(bench):
    np.savez(bench / "floats.npz", X=np.zeros((3, 2)))
    with pytest.raises(UnreadableTableError, match=r"2 rows and 2 features(.|\n)*\(3, 2\)"):
        Folder(bench).load("floats")


def test_unknown_names_offer_the_nearest(bench):
    with pytest.raises(UnknownNameError, match="did you mean 'floats'"):
        Folder(bench).load("float")


def test_no_manifest(tmp_path):
    with pytest.raises(UnreadableTableError, match=r"MANIFEST.csv(.|\n)*remedy"):
        Folder(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00garbage",
        b"title,author\na,b\n",
        BENCH_HEADER.encode(),
        b"name,file\nx,x.npz\n",
        BENCH_HEADER.encode() + b"x,x.npz,many,2,continuous,a,b,\n",
        BENCH_HEADER.encode() + b"x,x.npz\n",
        BENCH_HEADER.encode() + b"x,x.npz,2,2,continuous,a,b,\n" * 2,
    ],
)
def test_a_garbled_manifest(tmp_path, content):
    (tmp_path / "MANIFEST.csv").write_bytes(content)
    with pytest.raises(UnreadableTableError, match=r"MANIFEST\.csv"):
        Folder(tmp_path)


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"plain text", npy(np.zeros(2))])
def test_garbled_npz(bench, content):
    (bench / "floats.npz").write_bytes(content)
    with pytest.raises(UnreadableTableError, match=r"cannot be read as a \.npz"):
        Folder(bench).load("floats")


def test_missing_file_and_missing_array(bench):
    (bench / "floats.npz").unlink()
    with pytest.raises(UnreadableTableError, match=r"floats\.npz"):
        Folder(bench).load("floats")
    np.savez(bench / "floats.npz", Z=np.zeros((2, 2)))
    with pytest.raises(UnreadableTableError, match="KeyError"):
        Folder(bench).load("floats")


def test_a_garbled_parquet_file_without_a_hash(bench):
    (bench / "t.parquet").write_bytes(b"PAR1 not really")
    (bench / "MANIFEST.csv").write_text(BENCH_HEADER + "t,t.parquet,2,2,continuous,a,b,\n")
    with pytest.raises(UnreadableTableError, match=r"cannot be read as a \.parquet"):
        Folder(bench).load("t")


def test_other_kinds_of_files_are_refused(bench):
    (bench / "MANIFEST.csv").write_text(BENCH_HEADER + "t,t.pkl,2,2,continuous,a,b,\n")
    with pytest.raises(UnreadableTableError, match="no kind known"):
        Folder(bench).load("t")


def test_pickled_objects_are_never_loaded(bench):
    np.savez(bench / "floats.npz", X=np.array([[{}, 1], [2, 3]], dtype=object))
    with pytest.raises(UnreadableTableError, match="allow_pickle"):
        Folder(bench).load("floats")


@pytest.mark.skipif(not (SHARED / "MANIFEST.csv").exists(), reason="no shared data here")
def test_the_shared_benchmark_tables():
    folder = Folder(SHARED)
    assert folder.load("energy").values.shape == (19735, 26)
    founders = folder.load("founders_sim")
    assert founders.values.shape == (4144, 10000)
    assert founders.categorical.all()
    assert set(np.unique(founders.values)) == {0, 1}
