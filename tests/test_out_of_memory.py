"""Where memory ends there is an error of ours, not a crash and not a shift."""

import errno
import resource
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.errors import OutOfMemoryError
from featureshift.out_of_memory import is_out_of_memory, own_memory_errors


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        pa.ArrowMemoryError("malloc of size 9 failed"),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        RuntimeError("Non-zero status code while running Conv: std::bad_alloc"),
    ],
)
def test_whoever_says_it(error):
    assert is_out_of_memory(error)
    with pytest.raises(OutOfMemoryError, match=r"for this(.|\n)*remedy"), own_memory_errors("this"):
        raise error


def test_other_errors_pass():
    with pytest.raises(ZeroDivisionError), own_memory_errors("this"):
        raise ZeroDivisionError


def test_it_is_a_memory_error_too(monkeypatch):
    def full(*_, **__):
        raise MemoryError("Unable to allocate 9 TiB")

    monkeypatch.setattr("featureshift.effects.effect_sizes", full)
    with pytest.raises(MemoryError, match="this comparison") as told:
        fs.localize(np.zeros((20, 2)), np.ones((20, 2)), method="sm-threshold")
    assert told.value.found == "Unable to allocate 9 TiB"


def test_a_process_with_too_little_memory(tmp_path):
    path, n = tmp_path / "t.parquet", 200_000
    column = np.random.default_rng(0).normal(size=n)
    pa.parquet.write_table(pa.table({f"c{j}": column for j in range(200)}), path)
    limit = 1_000_000_000  # of addresses; libraries and threads take about half of it
    done = subprocess.run(
        [sys.executable, "-m", "featureshift", "locate", path, path, "--fail-on-shift"],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 2, done.stderr
    assert "there is not enough memory for" in done.stderr
    assert "remedy: " in done.stderr
