import numpy as np
import pyarrow as pa
import pytest

from featureshift.tables import scan as scan_module
from featureshift.tables.kinds import Kind
from featureshift.tables.scan import Scan
from featureshift.tables.sources import from_arrow
from featureshift.tables.table import Selection
from featureshift.tables.text.sample import MOST_CHARACTERS, MOST_TEXTS, TextSample


def scanned(texts):
    scan = Scan.empty([Kind.CATEGORICAL])
    for part in from_arrow(pa.table({"c": pa.array(texts, pa.string())})).partitions():
        for batch in part.batches([Selection(0, Kind.CATEGORICAL)]):
            scan = scan.update(batch)
    return scan


def contents(sample):
    return dict(zip(sample.texts, sample.counts.tolist(), strict=True)), sample.present


def test_a_short_column_is_its_own_sample():
    sample = scanned(["b", "a", "b", None, ""]).texts(0)
    assert contents(sample) == ({"a": 1, "b": 2}, 3)
    assert sample.n_rows == 5


@pytest.mark.parametrize("most", [50, 1 << 17])
def test_order_and_partition_do_not_matter(rng, monkeypatch, most):
    monkeypatch.setattr(scan_module, "MAX_LEVELS", most)
    monkeypatch.setattr(scan_module, "MOST_TEXTS", 20)
    texts = np.array([f"text {k}" for k in rng.integers(0, 400, 3000)], object)
    whole = contents(scanned(texts).texts(0))
    assert len(whole[0]) == 20
    assert contents(scanned(rng.permutation(texts)).texts(0)) == whole
    parts = [scanned(part) for part in np.array_split(texts, [7, 900, 901, 2500])]
    merged = parts[0]
    for part in parts[1:]:
        merged = merged.merge(part)
    assert contents(merged.texts(0)) == whole
    counts = {text: int((texts == text).sum()) for text in whole[0]}
    assert counts == whole[0]


def test_it_is_bounded(monkeypatch):
    monkeypatch.setattr(scan_module, "MAX_LEVELS", 3000)
    scan = scanned([f"{k}" * 3000 for k in range(5000)])
    assert len(scan.levels[0].counts) <= 2 * MOST_TEXTS
    sample = scan.texts(0)
    assert len(sample.texts) == MOST_TEXTS
    assert max(map(len, sample.texts)) == MOST_CHARACTERS
    assert sample.present == 5000


def test_a_frequent_text_says_less_than_its_rows():
    sample = TextSample.of(["a"] * 98 + ["b", "c"])
    assert 1 < sample.effective < 1.1
    assert TextSample.of(list("abcd")).effective == 4


def test_examples_are_the_most_frequent():
    sample = TextSample.of(["rare", "often", "often"])
    assert sample.example(np.array([True, True])) == "often"
    assert sample.example(np.array([False, False])) == ""
