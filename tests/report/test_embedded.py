import base64
import json
import zlib

import numpy as np

from featureshift.report import embedded as module
from featureshift.report.columns import column_table
from featureshift.report.embedded import embed

from .made import localization


def unpacked(text):
    return json.loads(zlib.decompress(base64.b64decode(text)))


def test_what_is_embedded_is_the_table(clinic):
    content = unpacked(embed(clinic.columns, {"weight_kg": 1, "glucose": 2}).text)
    assert content["names"] == list(clinic.columns.names)
    assert content["states"] == "ssspuuuuuoo"
    assert content["scores"][-1] is None
    assert content["effects"][:2] == [0.9, 0.79]
    assert content["effects"][-1] is None
    assert content["cards"] == {"0": 2, "1": 1}


def test_200_000_columns_are_small():
    numbers = np.random.default_rng(0).integers(10**6, 10**9, 200_000)
    table = column_table(localization([f"rs{n}" for n in numbers], 100), ())
    packed = embed(table, {})
    assert packed.n_columns == 200_000
    assert len(packed.text) < 2_500_000


def test_what_does_not_fit_is_cut_at_the_end(monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 20_000)
    letters = np.random.default_rng(0).integers(0, 2**62, 5_000)
    table = column_table(localization([f"{n:x}" for n in letters], 100), ())
    packed = embed(table, {})
    assert 500 < packed.n_columns < 5_000
    assert len(packed.text) <= 20_000
    assert unpacked(packed.text)["names"] == list(table.names[: packed.n_columns])
