import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.tables.not_utf8 import decoded_bytewise, is_not_utf8


def test_different_bytes_are_different_texts_that_can_be_stored():
    texts = {decoded_bytewise(bytes([97, byte])) for byte in range(256)}
    assert len(texts) == 256
    assert sum(map(is_not_utf8, texts)) == 128
    assert all(text.encode() for text in texts)


@pytest.fixture
def table(rng):
    texts = np.array([b"caf\xe9", b"tea"], object)[rng.integers(0, 2, 300)]
    text = pa.array(texts, pa.binary()).view(pa.string())
    return pa.table({"x": rng.normal(size=300), "t": text, "d": text.dictionary_encode()})


@pytest.mark.parametrize("kind", ["memory", "parquet", "arrow", "fsp"])
def test_columns_of_it_are_left_out_with_the_note_of_a_csv(tmp_path, table, kind):
    source = table if kind == "memory" else tmp_path / f"t.{kind}"
    if kind == "parquet":
        pa.parquet.write_table(table, source)
    elif kind == "arrow":
        pa.feather.write_feather(table, str(source))
    elif kind == "fsp":
        fs.profile(table).save(source)
    for pair in ((source, table), (table, source)):
        result = fs.localize(*pair, method="sm-threshold")
        assert result.features == ("x",)
        told = {str(note) for note in result.notes if note.code == "not-utf8"}
        assert told == {f"{name}: holds text that is not UTF-8; left out" for name in "td"}
