"""The real package reads made-up responses in the server's formats: no network is used."""

from __future__ import annotations

import gzip
import io
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from featureshift.corpus import list_candidates, load_openml
from featureshift.corpus.openml import Candidate, overlaps_benchmark
from featureshift.errors import AbsentDataError, MissingExtraError, UnknownNameError

RECORDED = Path(__file__).parent / "recorded" / "openml"
PATHS = {
    "/api/v1/xml/data/61000": "data_61000.xml",
    "/api/v1/xml/data/61001": "data_61001.xml",
    "/api/v1/xml/data/61002": "data_61002.xml",
    "/api/v1/xml/data/list/limit/10000/offset/0/status/active": "data_list.xml",
    "/api/v1/xml/data/list/status/active/limit/10000/offset/0": "data_list.xml",
    "/data/v1/download/61001/plants.arff": "plants.arff",
    "/data/v1/download/61002/musk_words.arff": "musk_words.arff",
}


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Paths asked of the server, which answers from the recorded files."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("OPENML_CACHE_DIR", str(tmp_path / "cache"))
    openml = pytest.importorskip("openml")
    import minio
    import requests
    import urllib3

    monkeypatch.setattr(openml.config, "_root_cache_directory", tmp_path / "cache")
    monkeypatch.setattr(openml.config, "server", "https://www.openml.org/api/v1/xml")
    monkeypatch.setattr(openml.config, "connection_n_retries", 1)
    asked: list[str] = []

    def send(self, request, **options):
        path = request.path_url.partition("?")[0]
        asked.append(path)
        known = path in PATHS
        content = (RECORDED / PATHS.get(path, "data_404.xml")).read_bytes()
        response = requests.Response()
        response.status_code, response.url, response.request = 412 - 212 * known, path, request
        response.headers["Content-Encoding"] = "gzip"
        response.encoding = "utf-8"
        response.raw = urllib3.HTTPResponse(
            io.BytesIO(gzip.compress(content)), response.headers, preload_content=False
        )
        return response

    def fget_object(self, bucket_name, object_name, file_path, **options):
        asked.append(f"/{bucket_name}/{object_name}")
        shutil.copy(RECORDED / Path(object_name).name, file_path)

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", send)
    monkeypatch.setattr(minio.Minio, "fget_object", fget_object)
    return asked


def test_a_parquet_table_without_its_target_and_row_id(server):
    table = load_openml(61000, "my shapes")
    nan = np.nan
    expected = [
        [0.5, 1, 0, 7],
        [nan, 0, 1, 8],
        [2.5, 0, 0, 9],
        [3.5, nan, 0, 10],
        [4.5, 0, 0, 11],
        [5.5, 1, 1, 12],
    ]
    np.testing.assert_array_equal(table.values, np.array(expected, np.float32))
    assert table.categorical.tolist() == [False, True, True, False]
    assert table.name == "my shapes"
    assert table.provenance.source.endswith("openml.org/d/61000")
    assert table.provenance.license == "CC0"
    assert not table.provenance.evaluation_only


def test_an_arff_table_without_its_two_targets_and_the_ignored_column(server):
    table = load_openml(61001, "plants")
    nan = np.nan
    expected = [[1.5, 3, 0, 0], [nan, 4, 0, 1], [2.5, 5, 1, 0], [-1, 6, nan, nan]]
    np.testing.assert_array_equal(table.values, np.array(expected, np.float32))
    assert table.categorical.tolist() == [False, False, True, True]


def test_a_sparse_table_and_an_overlap_with_the_benchmark(server):
    table = load_openml(61002, "words")
    np.testing.assert_array_equal(table.values, [[2.5, 0, 0], [0, 4, 1], [1.5, 0, 1]])
    assert not table.categorical.any()
    assert table.provenance.evaluation_only


def test_the_second_time_comes_from_the_cache_but_not_from_a_pickle(server, tmp_path):
    first = load_openml(61001, "plants")
    pickles = list((tmp_path / "cache").rglob("*.pkl.py3"))
    assert pickles
    for pickle in pickles:
        pickle.write_bytes(b"not to be loaded")
    n_asked = len(server)
    assert load_openml(61001, "plants").sha256 == first.sha256
    assert len(server) == n_asked > 0


def test_columns_to_drop_must_exist(server):
    assert load_openml(61000, "shapes", drop=("width", "open")).n_features == 2
    with pytest.raises(UnknownNameError, match="did you mean 'width'"):
        load_openml(61000, "shapes", drop=("widht",))


def test_candidates_are_large_tables_of_no_overlap_with_the_benchmark(server):
    assert list_candidates() == [
        Candidate(61000, "shapes", 500, 10),
        Candidate(61006, "words", 900, 4000),
    ]


@pytest.mark.parametrize(
    "name",
    ["mnist_784", "CIFAR_10", "cifar-10-small", "scene", "Musk", "COIL-100", "coil20", "dilbert"],
)
def test_overlaps_by_name(name):
    assert overlaps_benchmark(1, name)


@pytest.mark.parametrize("name", ["CIFAR-100", "coil2000", "KMNIST", "energy_efficiency", "gas"])
def test_others_do_not_overlap(name):
    assert not overlaps_benchmark(1, name)


def test_an_unknown_id_is_told_in_our_words(server):
    with pytest.raises(AbsentDataError, match=r"99 of OpenML(.|\n)*Unknown dataset(.|\n)*remedy"):
        load_openml(99, "nothing")


def test_no_network_is_told_in_our_words(server, monkeypatch):
    import requests

    def unplugged(self, request, **options):
        raise requests.exceptions.ConnectionError("unplugged")

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", unplugged)
    with pytest.raises(AbsentDataError, match="unplugged"):
        load_openml(61000, "shapes")
    with pytest.raises(AbsentDataError, match="list of OpenML"):
        list_candidates()


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "openml", None)
    with pytest.raises(MissingExtraError, match=r"featureshift\[train\]"):
        load_openml(61000, "shapes")
