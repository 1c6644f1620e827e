import csv
import dataclasses
import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from featureshift.train.config import load_config

ROOT = Path(__file__).parents[2]
SMOKE = ROOT / "configs" / "smoke.toml"
HEADER = ("slug", "n_rows", "n_cols", "source", "license", "sha256")


@pytest.fixture(autouse=True)
def one_thread():
    import torch

    torch.set_num_threads(1)


@pytest.fixture
def smoke():
    """The smoke configuration with some fields of its tables changed."""

    def make(**changes):
        config = load_config(SMOKE)
        for name, values in changes.items():
            table = getattr(config, name)
            replaced = {**table, **values} if name == "network" else None
            new = replaced or dataclasses.replace(table, **values)
            config = dataclasses.replace(config, **{name: new})
        return config

    return make


@pytest.fixture
def write_folder(tmp_path):
    """A training corpus of the given tables: name -> (source, array [rows, features], columns)."""

    def write(tables, where="corpus"):
        folder = tmp_path / where
        folder.mkdir()
        with (folder / "MANIFEST.csv").open("w", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(HEADER)
            for name, (source, values, columns) in tables.items():
                path = folder / f"{name}.parquet"
                pq.write_table(pa.table(dict(zip(columns, values.T, strict=True))), path)
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                lines.writerow((name, *values.shape, source, "CC0-1.0", digest))
        return folder

    return write


@pytest.fixture
def small_corpus(write_folder):
    """Twelve unrelated tables of 240 rows and 9 columns."""
    rng = np.random.default_rng(3)
    words = ("apple", "brick", "cloud", "drum", "eagle", "flute")
    words += ("grape", "house", "ink", "jade", "kite", "lamp")
    return write_folder(
        {
            word: (
                f"test:{word}.csv",
                rng.normal(size=(240, 9)).astype(np.float32),
                [f"{word} {j}" for j in "abcdefghi"],
            )
            for word in words
        }
    )
