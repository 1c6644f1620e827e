import csv
import dataclasses
import hashlib
import shutil
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]
SMOKE = ROOT / "configs" / "smoke.toml"
HEADER = ("slug", "n_rows", "n_cols", "source", "license", "sha256")
SMALL = {"moment_kernels": 8, "embedding_kernels": 8, "prediction_kernels": 8}
SMALL |= {"embedding_layers": 2, "prediction_layers": 2, "moment_kernel_size": 15, "cells": (10,)}

# A busy machine must not fail a test, and what passed yesterday passes today.
settings.register_profile(
    "featureshift", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("featureshift")

LONGEST_FIRST = (
    "test_wheel.py",
    "test_task.py",
    "test_export.py",
    "test_localizer.py",
    "test_scale.py",
    "test_ablation.py",
    "test_runner.py",
    "test_bench.py",
    "test_conditional_test.py",
    "test_datafix.py",
    "test_base.py",
    "test_search.py",
    "test_train.py",
    "test_registry.py",
)
"""Files that take long: begun at the end, they would leave the other cores idle."""


def pytest_collection_modifyitems(items):
    places = {name: place for place, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))


def pytest_addoption(parser):
    parser.addoption(
        "--update-snapshots", action="store_true", help="store what is rendered as expected"
    )


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture(autouse=True)
def _one_torch_thread():
    """Two threads of torch on a busy machine wait for each other; most tests do not load it."""
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


@pytest.fixture
def smoke():
    """The smoke configuration with some fields of its tables changed."""

    def make(**changes):
        from featureshift.methods.fslnet.training.config import load_config

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


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """An untrained network and the directory it was exported to."""
    import torch

    from featureshift.methods.fslnet.config import FSLNetConfig
    from featureshift.methods.fslnet.network.export import export_fslnet
    from featureshift.methods.fslnet.network.model import FSLNet

    torch.set_num_threads(1)
    torch.manual_seed(0)
    directory = tmp_path_factory.mktemp("weights")
    network = FSLNet(FSLNetConfig(**SMALL)).eval()
    export_fslnet(network, directory, {"commit": "abc"})
    return network, directory


@pytest.fixture
def directory(exported, tmp_path):
    """A copy that a test may damage."""
    return shutil.copytree(exported[1], tmp_path / "copy")


RESULT = {
    "task": "sim-factors/E1/0.25/200x12/0",
    "method": "sm-threshold",
    "status": "ok",
    "reason": "",
    "precision": 1.0,
    "recall": 0.5,
    "f1": 2 / 3,
    "changed_precision": 1.0,
    "changed_recall": 0.5,
    "changed_f1": 2 / 3,
    "auroc": 0.9,
    "n_features": 12,
    "n_shifted": 3,
    "n_changed": 3,
    "n_flagged": 2,
    "rows_reference": 200,
    "rows_query": 200,
    "seconds": 0.01,
    "peak_mb": 3.5,
    "time_limit": 600.0,
    "exclusive": True,
    "trained_on": False,
    "data_sha256": "abc",
    "seed": 0,
    "version": "0.1.0",
    "commit": "",
    "machine": "x86_64",
}


@pytest.fixture
def make_row():
    """A row of a result file with some fields changed."""

    def make(**changes):
        from featureshift.bench.rows import Row

        return Row(**(RESULT | changes))

    return make
