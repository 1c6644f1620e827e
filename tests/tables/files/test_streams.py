import bz2
import gzip
import lzma

import pyarrow as pa
import pytest

from featureshift.tables.files.file import File
from featureshift.tables.files.streams import FIRST_BYTES, compression_of, read_head, text_stream


@pytest.mark.parametrize(
    ("name", "compress"),
    [
        ("gzip", gzip.compress),
        ("bz2", bz2.compress),
        ("xz", lzma.compress),
        ("zstd", lambda data: pa.compress(data, "zstd", asbytes=True)),
    ],
)
def test_compressions_are_known_by_their_first_bytes(name, compress):
    content = compress(b"a,b\n1,2\n")
    assert compression_of(content) == name
    with text_stream(File.of_bytes("whatever", content)) as stream:
        assert stream.read() == b"a,b\n1,2\n"


@pytest.mark.parametrize("start", [b"", b"a,b", b"BZh,b", b"(a)"])
def test_plain_texts(start):
    assert compression_of(start) is None


def test_the_head_has_some_lines_however_wide():
    short = b"a,b\n" * 10
    assert read_head(File.of_bytes("t", short)) == (short, True)
    lines = b"a,b\n" * FIRST_BYTES
    assert read_head(File.of_bytes("t", lines)) == (lines[:FIRST_BYTES], False)
    wide = (b"x" * FIRST_BYTES + b"\n") * 20
    head, is_all = read_head(File.of_bytes("t", wide))
    assert head.count(b"\n") >= 5
    assert not is_all
