"""Tables of the UCI Machine Learning Repository through its public interface."""

from __future__ import annotations

import io
import json
import urllib.request
import zipfile
from collections.abc import Callable, Collection
from http.client import HTTPException
from typing import Any

import numpy as np

from featureshift.corpus.codes import code_table
from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.errors import AbsentDataError, UnknownNameError, UnreadableTableError

ADDRESS = "https://archive.ics.uci.edu"
LICENSE = "CC-BY-4.0"
"""Of the repository; its interface tells none per table."""
GAS_FILE = "/static/public/362/gas+sensors+for+home+activity+monitoring.zip"

Fetch = Callable[[str], bytes]


def fetch_url(url: str) -> bytes:
    """The content at ``url``; no other scheme than https."""
    if not url.startswith("https://"):
        raise OSError(f"{url} is not an https address")
    with urllib.request.urlopen(url, timeout=60) as response:
        return bytes(response.read())


def load_uci(
    data_id: int, name: str, *, fetch: Fetch = fetch_url, drop: Collection[str] = ()
) -> Dataset:
    """All columns of table ``data_id`` but those of ``drop``; targets are kept unless dropped.

    Text columns become categorical; empty cells and question marks are missing.
    """
    url = _data_url(data_id, fetch)
    table = _parsed(_get(url, fetch), url)
    unknown = set(drop) - set(table.column_names)
    if unknown:
        raise UnknownNameError(f"column of UCI table {data_id}", min(unknown), table.column_names)
    coded = code_table(table.drop_columns(list(drop)))
    return Dataset(
        name, coded.values, coded.categorical, Provenance(f"{ADDRESS}/dataset/{data_id}", LICENSE)
    )


def load_gas(name: str = "gas", *, fetch: Fetch = fetch_url) -> Dataset:
    """The benchmark's Gas table: induction 0 of the home activity recordings (UCI 362).

    Its features are R3..R8, temperature and humidity, as inferred from earlier work: the papers
    name neither. It is no CSV but a text file in a zip file in a zip file.
    """
    url = ADDRESS + GAS_FILE
    try:
        with zipfile.ZipFile(io.BytesIO(_get(url, fetch))) as outer:
            inner = zipfile.ZipFile(io.BytesIO(outer.read("HT_Sensor_dataset.zip")))
        with inner, inner.open(_member(inner, "HT_Sensor_dataset.dat")) as file:
            first = [line for line in file if line.split(maxsplit=1)[:1] == [b"0"]]
        # id, time, R1, R2, then the features
        values = np.loadtxt(first, dtype=np.float32, usecols=range(4, 12), ndmin=2)
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise _garbled(url, error) from error
    provenance = Provenance(f"{ADDRESS}/dataset/362", LICENSE)
    return Dataset(name, values, np.zeros(values.shape[1], np.bool_), provenance)


def _member(archive: zipfile.ZipFile, name: str) -> str:
    """The member of that file name, in whatever directory."""
    return next((each for each in archive.namelist() if each.rsplit("/", 1)[-1] == name), name)


def _data_url(data_id: int, fetch: Fetch) -> str:
    url = f"{ADDRESS}/api/dataset?id={data_id}"
    try:
        answer = json.loads(_get(url, fetch))
        data_url = (answer.get("data") or {}).get("data_url")
    except (ValueError, AttributeError) as error:
        raise _garbled(url, error) from error
    if not data_url:
        raise AbsentDataError(
            f"UCI table {data_id} is not offered for import",
            found=f"{url} tells no data_url: {answer.get('message', 'no message')}",
            remedy=f"see {ADDRESS}/dataset/{data_id}, or use a local folder",
        )
    return str(data_url)


def _get(url: str, fetch: Fetch) -> bytes:
    try:
        return fetch(url)
    except (OSError, HTTPException) as error:
        raise AbsentDataError(
            f"{url} cannot be reached",
            found=f"{type(error).__name__}: {error}",
            remedy="check the network, or use a local folder",
        ) from error


def _parsed(content: bytes, url: str) -> Any:
    import pyarrow as pa
    from pyarrow import csv

    options = csv.ConvertOptions(
        null_values=["", "?", "NA", "nan", "NaN"], strings_can_be_null=True
    )
    try:
        return csv.read_csv(io.BytesIO(content), convert_options=options)
    except pa.ArrowException as error:
        raise _garbled(url, error) from error


def _garbled(url: str, error: Exception) -> UnreadableTableError:
    return UnreadableTableError(
        f"{url} did not give what the UCI repository is known to give",
        found=f"{type(error).__name__}: {error}",
    )
