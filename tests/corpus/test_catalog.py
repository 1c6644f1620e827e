from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from featureshift.corpus import (
    CATALOG,
    CatalogEntry,
    Dataset,
    Folder,
    Provenance,
    find_dataset,
    is_available,
)
from featureshift.corpus.catalog import _some_rows
from featureshift.corpus.openml import overlaps_benchmark
from featureshift.errors import AbsentDataError, UnknownNameError, UnreadableTableError

SHARED = Path(__file__).parents[3] / "shared" / "data" / "bench"


@pytest.fixture
def folder(tmp_path):
    np.savez(tmp_path / "a.npz", X=np.arange(6).reshape(3, 2))
    (tmp_path / "MANIFEST.csv").write_text(
        "name,file,n_samples,n_features,type,source,license\n"
        "gas,a.npz,3,2,continuous,here,CC0-1.0\n"
        "cosine,a.npz,3,2,continuous,here,CC0-1.0\n"
        "founders_sim,a.npz,3,2,categorical (binary),here,CC0-1.0\n"
    )
    return Folder(tmp_path)


def table(shape=(4, 3)):
    return Dataset(
        "tiny", np.zeros(shape, np.float32), np.zeros(shape[1], bool), Provenance("made", "CC0")
    )


def online(monkeypatch, **changes):
    entry = CatalogEntry("tiny", 4, 3, False, "the net", download=table)
    monkeypatch.setitem(CATALOG, "tiny", replace(entry, **changes))


def test_the_papers_tables_are_there_in_its_shapes():
    """Table 2 of the paper, features x samples, and the two of its extended evaluation."""
    shapes = {name: (e.n_features, e.n_rows, e.categorical) for name, e in CATALOG.items()}
    assert shapes == {
        "gas": (8, 12815, False),
        "covid": (10, 9889, False),
        "energy": (26, 19735, False),
        "musk2": (166, 6598, False),
        "scene": (294, 2407, False),
        "mnist": (784, 70000, False),
        "polynomial": (1000, 10000, False),
        "cosine": (1000, 10000, False),
        "dilbert": (2000, 10000, False),
        "phenotypes": (1227, 31424, True),
        "founders": (10000, 4144, True),
        "canine": (198473, 1444, True),
        "cifar10": (3072, 10000, False),
        "coil100": (49152, 7200, False),
    }


def test_what_is_fetched_from_openml_is_kept_out_of_training():
    ids = {name: int(e.origin[7:]) for name, e in CATALOG.items() if e.origin.startswith("OpenML")}
    assert set(ids) == {"scene", "mnist", "dilbert", "cifar10"}
    assert all(overlaps_benchmark(data_id, "") for data_id in ids.values())
    assert all(overlaps_benchmark(0, name) for name in ids)


@pytest.mark.parametrize("name", ["polynomial", "cosine"])
def test_generated_tables_are_always_there_and_the_same(name):
    first = find_dataset(name)
    assert first.values.shape == (10000, 1000)
    assert first.provenance.evaluation_only
    assert first.sha256 == find_dataset(name, online=True).sha256


def test_the_two_generated_tables_differ():
    assert find_dataset("polynomial").sha256 != find_dataset("cosine").sha256


def test_a_folder_wins_and_may_hold_more(folder):
    for name in ("gas", "cosine", "founders_sim"):
        found = find_dataset(name, folder=folder)
        assert found.values.tolist() == [[0, 1], [2, 3], [4, 5]]
        assert found.provenance == Provenance("here", "CC0-1.0", evaluation_only=True)
    assert find_dataset("founders_sim", folder=folder).categorical.all()


@pytest.mark.parametrize("name", ["phenotypes", "founders", "canine", "coil100", "covid"])
@pytest.mark.parametrize("online", [False, True])
def test_tables_only_from_a_folder(name, online, folder):
    with pytest.raises(AbsentDataError, match=f"folder whose manifest has a table '{name}'") as e:
        find_dataset(name, folder=folder, online=online)
    assert str(folder.path) in str(e.value)
    assert "online" not in str(e.value)
    assert not is_available(name, folder=folder, online=online)


@pytest.mark.parametrize("name", ["gas", "energy", "musk2", "scene", "mnist", "dilbert", "cifar10"])
def test_the_network_is_only_used_when_allowed(name):
    with pytest.raises(AbsentDataError, match=r"(UCI|OpenML) \d+(.|\n)*online=True"):
        find_dataset(name)
    assert not is_available(name)
    assert is_available(name, online=True)


def test_unknown_names(folder):
    with pytest.raises(UnknownNameError, match="did you mean 'founders_sim'"):
        find_dataset("founder_sim", folder=folder)
    assert not is_available("founders_sim", online=True)
    assert is_available("founders_sim", folder=folder)


def test_an_online_table_is_for_evaluation_and_of_the_type_of_the_catalog(monkeypatch):
    online(monkeypatch, categorical=True)
    found = find_dataset("tiny", online=True)
    assert found.categorical.all()
    assert found.provenance == Provenance("made", "CC0", evaluation_only=True)


def test_an_online_table_of_another_shape_is_refused(monkeypatch):
    online(monkeypatch, n_features=7)
    with pytest.raises(UnreadableTableError, match=r"7 features(.|\n)*3 features"):
        find_dataset("tiny", online=True)


def test_a_part_of_the_rows_is_always_the_same_one():
    values = np.arange(200, dtype=np.float32).reshape(100, 2)
    whole = replace(table((100, 2)), values=values)
    part = _some_rows(lambda: whole, 30)
    assert part.n_rows == len(np.unique(part.values[:, 0])) == 30
    assert (np.diff(part.values[:, 0]) > 0).all()
    assert part.sha256 == _some_rows(lambda: whole, 30).sha256
    assert _some_rows(lambda: whole, 1000).n_rows == 100


@pytest.mark.skipif(not (SHARED / "MANIFEST.csv").exists(), reason="no shared data here")
def test_names_of_the_shared_folder():
    found = find_dataset("jasmine", folder=Folder(SHARED))
    assert found.values.shape == (2984, 144)
    assert not found.categorical.any()
