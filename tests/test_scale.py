"""Memory and width, each measured in a process of its own."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

MEASURE = """
import resource, sys
import featureshift as fs, featureshift.engines.reading
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
{prepare}
before = peak()
result = fs.localize(reference, query, method={method}, n_shifted=1)
print(len(result.features), *result.shifted_features, peak() - before)
"""


def run(prepare, *arguments, method="'sm-threshold'"):
    code = MEASURE.format(prepare=prepare, method=method)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    *words, megabytes = done.stdout.split()
    return words, float(megabytes)


def test_parquet_of_20_000_by_400_stays_under_400_megabytes(tmp_path, rng):
    for name in ("reference", "query"):
        columns = {f"c{j}": rng.normal(size=20_000) for j in range(400)}
        if name == "query":
            columns["c7"] = columns["c7"] * 3
        pa.parquet.write_table(pa.table(columns), tmp_path / f"{name}.parquet")
    words, megabytes = run(
        "reference, query = sys.argv[1:]",
        tmp_path / "reference.parquet",
        tmp_path / "query.parquet",
    )
    assert words == ["400", "c7"]
    assert megabytes < 400


def test_csv_of_90_megabytes_is_not_held(tmp_path, rng):
    for name in ("reference", "query"):
        columns = {f"c{j}": rng.normal(size=250_000) for j in range(20)}
        if name == "query":
            columns["c7"] = columns["c7"] * 3
        pa.csv.write_csv(pa.table(columns), tmp_path / f"{name}.csv")
    words, megabytes = run(
        "reference, query = sys.argv[1:]", tmp_path / "reference.csv", tmp_path / "query.csv"
    )
    assert words == ["20", "c7"]
    assert megabytes < 250


def test_a_pair_of_100_000_columns_finishes():
    prepare = (
        "import numpy as np\n"
        "rng = np.random.default_rng(0)\n"
        "reference, query = rng.integers(0, 100, (2, 50, 100_000), dtype=np.uint8)\n"
        "query[:, 500] //= 9"
    )
    words, _ = run(prepare)
    assert words == ["100000", "x500"]


def test_fslnet_holds_the_maps_of_24_000_columns_but_not_their_activations():
    prepare = (
        "import numpy as np\n"
        "rng = np.random.default_rng(0)\n"
        "reference, query = rng.integers(0, 100, (2, 200, 24_000), dtype=np.uint8)\n"
        "query[:, 500] //= 9"
    )
    words, megabytes = run(prepare, method="fs.FSLNet(max_network_rows=16)")
    assert words == ["24000", "x500"]
    # Maps of 334 channels, reference, query and merged, are 0.2 GB in double and single precision.
    assert megabytes < 600


def test_parquet_of_many_columns_finishes(tmp_path):
    columns = {f"c{j}": np.arange(20, dtype=np.float32) % 7 + j for j in range(8_000)}
    pa.parquet.write_table(pa.table(columns), tmp_path / "reference.parquet")
    columns["c9"] = columns["c9"] - 5
    pa.parquet.write_table(pa.table(columns), tmp_path / "query.parquet")
    words, _ = run(
        "reference, query = sys.argv[1:]",
        tmp_path / "reference.parquet",
        tmp_path / "query.parquet",
    )
    assert words == ["8000", "c9"]
