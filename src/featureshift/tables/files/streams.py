"""The bytes of a text file from its start, decompressed; and the first of them."""

from __future__ import annotations

import lzma
import re
from typing import Any

import pyarrow as pa

from featureshift.tables.files.file import File

FIRST_BYTES = 1 << 18
ENOUGH_LINES = 5
MOST_BYTES = 1 << 26
"""A header of some million columns."""

COMPRESSIONS = {
    rb"\x1f\x8b": "gzip",
    rb"BZh[1-9]1AY&SY": "bz2",
    rb"\x28\xb5\x2f\xfd": "zstd",
    rb"\xfd7zXZ\x00": "xz",
}
"""How compressed files begin, as regular expressions -> what decompresses them."""
COMPRESSED_ENDINGS = (".gz", ".bz2", ".zst", ".xz")
_PIECE = 1 << 20


def compression_of(start: bytes) -> str | None:
    """The compression of bytes that begin so; a name may be wrong.

    >>> import gzip
    >>> compression_of(gzip.compress(b"a,b"))
    'gzip'
    """
    for pattern, name in COMPRESSIONS.items():
        if re.match(pattern, start, re.DOTALL):
            return name
    return None


def text_stream(file: File) -> Any:
    """The decompressed bytes of a file, from its start."""
    with file.open() as start:
        compression = compression_of(start.read(16))
    raw = file.open()
    if compression is None:
        return raw
    if compression == "xz":  # unknown to Arrow
        return pa.PythonFile(lzma.LZMAFile(raw), mode="r")
    return pa.CompressedInputStream(raw, compression)


def read_head(file: File) -> tuple[bytes, bool]:
    """The first bytes of a text, enough for some lines however wide; and whether that is all."""
    size, head = FIRST_BYTES, b""
    with text_stream(file) as stream:
        while True:
            more: bytes = stream.read(size)
            head += more
            if len(more) < size:
                return head, True
            if head.count(b"\n") >= ENOUGH_LINES or len(head) >= MOST_BYTES:
                return head, False
            size = len(head)


def holds_more_than(size: int, file: File) -> bool:
    """Whether the decompressed text is longer than so many bytes; no more are read."""
    with text_stream(file) as stream:
        if stream.seekable():
            return bool(stream.size() > size)
        read = 0
        while read <= size and (more := len(stream.read(_PIECE))):
            read += more
        return read > size
