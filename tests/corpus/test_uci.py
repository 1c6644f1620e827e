from __future__ import annotations

import io
import urllib.error
import zipfile
from pathlib import Path

import numpy as np
import pytest

from featureshift.corpus import load_gas, load_uci
from featureshift.corpus.uci import fetch_url
from featureshift.errors import AbsentDataError, UnknownNameError, UnreadableTableError

RECORDED = Path(__file__).parent / "recorded" / "uci"
HOST = "https://archive.ics.uci.edu"
ADDRESSES = {
    f"{HOST}/api/dataset?id=9001": "dataset_9001.json",
    f"{HOST}/api/dataset?id=9002": "dataset_9002.json",
    f"{HOST}/api/dataset?id=9003": "dataset_9003.json",
    f"{HOST}/static/public/9001/data.csv": "data_9001.csv",
}


def recorded(url):
    return (RECORDED / ADDRESSES[url]).read_bytes()


def test_a_table_without_the_dropped_columns():
    table = load_uci(9001, "home", fetch=recorded, drop=("date", "rv1"))
    nan = np.nan
    expected = [[60, 19.5, 1], [60, nan, 0], [50, 19.25, 0], [nan, 20, nan], [70, 21, 0]]
    np.testing.assert_array_equal(table.values, np.array(expected, np.float32))
    assert table.categorical.tolist() == [False, False, True]
    assert table.name == "home"
    assert table.provenance.source == f"{HOST}/dataset/9001"
    assert table.provenance.license == "CC-BY-4.0"


def test_all_columns_are_kept_by_default():
    assert load_uci(9001, "home", fetch=recorded).values.shape == (5, 5)


def test_columns_to_drop_must_exist():
    with pytest.raises(UnknownNameError, match="did you mean 'date'"):
        load_uci(9001, "home", fetch=recorded, drop=("dates",))


@pytest.mark.parametrize(("data_id", "told"), [(9002, "no data_url"), (9003, "Dataset not found")])
def test_tables_that_are_not_offered(data_id, told):
    with pytest.raises(AbsentDataError, match=rf"{data_id} is not offered(.|\n)*{told}"):
        load_uci(data_id, "x", fetch=recorded)


@pytest.mark.parametrize(
    "error", [urllib.error.URLError("unplugged"), TimeoutError("too slow"), ConnectionError("cut")]
)
def test_network_errors_are_told_with_a_remedy(error):
    def fetch(url):
        raise error

    with pytest.raises(AbsentDataError, match=r"cannot be reached(.|\n)*remedy") as caught:
        load_uci(9001, "x", fetch=fetch)
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("content", [b"<html>", b"[1, 2]", b'{"data": 5}'])
def test_garbled_metadata(content):
    with pytest.raises(UnreadableTableError, match="api/dataset"):
        load_uci(9001, "x", fetch=lambda _: content)


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n3\n"])
def test_garbled_data(content):
    def fetch(url):
        return content if url.endswith(".csv") else recorded(url)

    with pytest.raises(UnreadableTableError, match=r"data\.csv"):
        load_uci(9001, "x", fetch=fetch)


def test_nothing_but_https_is_opened(tmp_path):
    (tmp_path / "secret").write_text("a")
    with pytest.raises(OSError, match="not an https address"):
        fetch_url((tmp_path / "secret").as_uri())


def zipped(**files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


def test_gas_is_the_first_recording_without_r1_and_r2():
    inner = zipped(HT_Sensor_dataset__dat=(RECORDED / "HT_Sensor_dataset.dat").read_bytes())
    asked = []

    def fetch(url):
        asked.append(url)
        return zipped(HT_Sensor_metadata__dat=b"id date", HT_Sensor_dataset__zip=inner)

    table = load_gas(fetch=fetch)
    assert asked == [f"{HOST}/static/public/362/gas+sensors+for+home+activity+monitoring.zip"]
    assert table.values.shape == (3, 8)
    first = [10.4383, 11.6699, 13.4931, 13.3423, 8.04169, 8.73901, 26.2257, 59.0528]
    np.testing.assert_allclose(table.values[0], first, rtol=1e-6)
    assert not table.categorical.any()


@pytest.mark.parametrize("content", [b"no zip", zipped(other=b"")])
def test_garbled_gas(content):
    with pytest.raises(UnreadableTableError, match="362"):
        load_gas(fetch=lambda _: content)
