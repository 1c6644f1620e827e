"""One pair of tables, and what every engine has to make of it.

The tables hold duplicates, missing cells, categories, dates, decimals and a column that is nested;
they are longer than the sample, and one row of them is frequent.
"""

import os
import signal
from decimal import Decimal
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 4000, 3000
METHODS = "graphnet", "fslnet"


def table(n, shift, rng):
    z = rng.normal(size=n)
    cents = rng.integers(0, 10_000, n)
    whole = pa.table(
        {
            "x": z + rng.normal(size=n),
            "gaps": pa.array(z + shift, mask=rng.random(n) < 0.1),
            "count": pa.array(rng.poisson(3, n), pa.int32(), mask=rng.random(n) < 0.05),
            "narrow": rng.normal(size=n).astype(np.float32),
            "color": pa.array(rng.choice(["red", "green", "blue", None], n).tolist()),
            "when": pa.array(rng.integers(0, 10**15, n), pa.timestamp("us")),
            "day": pa.array(rng.integers(0, 10**4, n), pa.int32()).cast(pa.date32()),
            "price": pa.array([Decimal(int(c)).scaleb(-2) for c in cents], pa.decimal128(9, 2)),
            "flag": rng.random(n) < 0.1,
        }
    )
    order = np.concatenate([np.arange(n), np.zeros(n // 10, int), rng.integers(0, n, n // 10)])
    return whole.take(pa.array(rng.permutation(order)))


def tables():
    rng = np.random.default_rng(11)
    return tuple(table(n, shift, rng) for n, shift in zip(ROWS, (0, 1), strict=True))


def write(table, directory, n_files):
    directory.mkdir(parents=True)
    for number, rows in enumerate(np.array_split(np.arange(table.num_rows), n_files)):
        part = table.slice(int(rows[0]), len(rows))
        pq.write_table(part, directory / f"{number:03}.parquet", row_group_size=500)
    return directory


def sampled(monkeypatch):
    """GraphNet looks at 1,000 rows of a table at most."""
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)


def agrees(found, wanted):
    """The same verdict: to the bit by GraphNet, whose summary is exact; FSL-Net adds up doubles."""
    assert found.features == wanted.features
    tolerance = 0.0 if wanted.method == "graphnet" else 1e-6
    np.testing.assert_allclose(found.scores, wanted.scores, rtol=0, atol=tolerance)
    assert found.shifted_features == wanted.shifted_features
    assert "gaps" in found.shifted_features


def dies_once(marker, end, rows):
    """The rows of a partition, whose process is ended by ``end`` the first time it is asked."""
    try:
        Path(marker).touch(exist_ok=False)
    except FileExistsError:
        return rows
    return end()


def end_process():
    os.kill(os.getpid(), signal.SIGKILL)
