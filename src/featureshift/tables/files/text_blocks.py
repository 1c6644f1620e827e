"""A delimited text as blocks of whole records, which can be read again by themselves."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.file import File, changed_while_read
from featureshift.tables.files.record_ends import end_of_records
from featureshift.tables.files.streams import compression_of, text_stream

_PASSED_OVER = 1 << 22
"""Bytes read at once that are not looked at."""


class Block(NamedTuple):
    """Whole records of a text."""

    start: int
    """Byte of the text, decompressed and in UTF-8."""
    length: int
    n_rows: int = 0


def utf8_stream(file: File, encoding: str | None) -> Any:
    """The text of a file in UTF-8, without a byte order mark; cells may be damaged."""
    stream = text_stream(file)
    if _is_utf8(encoding):
        return stream
    return pa.transcoding_input_stream(stream, encoding, "utf-8")


def cut(file: File, dialect: Dialect, size: int) -> Iterator[tuple[Block, bytes]]:
    """The text in blocks of about so many bytes, more where a record is longer."""
    separator, quote = ((sign or "").encode() for sign in (dialect.separator, dialect.quote))
    with utf8_stream(file, dialect.encoding) as stream:
        start, rest, wanted = 0, b"", size
        while more := stream.read(wanted):
            if start == 0 and not rest and more.startswith(codecs.BOM_UTF8):
                start, more = len(codecs.BOM_UTF8), more[len(codecs.BOM_UTF8) :]
            text = rest + more
            end = end_of_records(text, separator, quote)
            # A record that is longer than all that was read is looked through anew: twice as much.
            wanted = size if end else len(text)
            if end:
                yield Block(start, end), text[:end]
            start, rest = start + end, text[end:]
        if rest:
            yield Block(start, len(rest)), rest


def texts_of(
    file: File, encoding: str | None, blocks: Sequence[Block]
) -> Iterator[tuple[Block, bytes]]:
    """Blocks that follow each other, read again."""
    with utf8_stream(file, encoding) as stream:
        _pass_over(stream, blocks[0].start, can_seek=can_seek(file, encoding))
        for block in blocks:
            text = stream.read(block.length)
            while len(text) < block.length and (more := stream.read(block.length - len(text))):
                text += more
            if len(text) < block.length:
                raise changed_while_read(file.name)
            yield block, text


def _pass_over(stream: Any, start: int, *, can_seek: bool) -> None:
    if can_seek:
        stream.seek(start)
        return
    while start > 0 and (passed := len(stream.read(min(start, _PASSED_OVER)))):
        start -= passed


def can_seek(file: File, encoding: str | None) -> bool:
    """Whether a byte of the text is one of the file."""
    with file.open() as raw:
        return _is_utf8(encoding) and compression_of(raw.read(16)) is None


def _is_utf8(encoding: str | None) -> bool:
    return encoding is None or codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")
