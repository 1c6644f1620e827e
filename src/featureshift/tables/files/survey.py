"""The first reading of a long delimited text: its blocks, and what their cells tell of the types.

Blocks are read in threads, and a few at a time, so that memory does not grow with the file.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import pyarrow as pa

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.column_facts import (
    ColumnFacts,
    facts_of,
    facts_of_texts,
    has_leading_zero,
)
from featureshift.tables.files.delimited_text import DelimitedText, is_conversion_error, sniffed
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.encoding import next_encoding, right_and_wrong
from featureshift.tables.files.file import File
from featureshift.tables.files.numbers_in_text import has_leading_zeros
from featureshift.tables.files.text_blocks import Block, cut, texts_of
from featureshift.tables.sources import refuse_duplicates

MOST_THREADS = 4
BLOCK, LARGEST_BLOCK = 1 << 22, 1 << 27
"""Bytes that are read at once; a few blocks are held by each thread."""
_ROW = re.compile(r"Row #(\d+): ")

Item = TypeVar("Item")
Found = TypeVar("Found")
Facts = Mapping[str, ColumnFacts]


@dataclass(frozen=True)
class BlockReader:
    """Reads blocks of a file again."""

    text: DelimitedText
    names: Sequence[str]
    start: int
    """Byte of the first block, which has the header."""

    def read(
        self, blocks: Sequence[Block], types: Mapping[str, Any], columns: Sequence[str]
    ) -> Iterator[tuple[Block, Any]]:
        """Some columns of blocks that follow each other, in types that are known."""
        for block, content in self.contents(blocks):
            yield block, self.parsed(block, content, types, columns)

    def contents(self, blocks: Sequence[Block]) -> Iterator[tuple[Block, bytes]]:
        return texts_of(self.text.file, self.text.dialect.encoding, blocks)

    def parsed(
        self, block: Block, content: bytes, types: Mapping[str, Any], columns: Sequence[str]
    ) -> Any:
        is_first = block.start == self.start
        return self.text.read_block(content, self.names, types, columns, is_first=is_first)


@dataclass(frozen=True)
class Survey:
    """A file that was read once."""

    reader: BlockReader
    blocks: Sequence[Block]
    """All of it, in order, with their rows."""
    facts: Facts
    hexadecimal: bool
    """Whether numbers such as 0x1F may be in it."""

    @property
    def file(self) -> File:
        return self.reader.text.file

    @property
    def dialect(self) -> Dialect:
        return self.reader.text.dialect

    def facts_as_texts(self, names: Sequence[str]) -> Facts:
        """What is known of columns that are read as text, in a reading of their own."""
        types = dict.fromkeys(names, pa.string())

        def facts(item: tuple[Block, bytes]) -> dict[str, ColumnFacts]:
            table = self.reader.parsed(*item, types, names)
            return {
                name: facts_of_texts(column, self.dialect.decimal or ".", self.dialect.thousands)
                for name, column in zip(names, table.columns, strict=True)
            }

        merged: dict[str, ColumnFacts] = {}
        for found in in_threads(facts, self.reader.contents(self.blocks)):
            merged = merge_facts(merged, found)
        return merged


class _Seen(NamedTuple):
    """Of a block."""

    n_rows: int
    facts: dict[str, ColumnFacts]
    hexadecimal: bool


def surveyed(file: File, wish: Dialect, size: int | None = None) -> Survey:
    """``size``: bytes of a block; None for what suits the length of a line."""
    text = sniffed(file, wish)
    if size is None:
        size = min(max(text.block, BLOCK), LARGEST_BLOCK)
    return _in_its_encoding(text, wish, size)


def merge_facts(first: Facts, second: Facts) -> dict[str, ColumnFacts]:
    names = dict.fromkeys([*first, *second])
    nothing = ColumnFacts()
    return {name: first.get(name, nothing).merge(second.get(name, nothing)) for name in names}


def in_threads(function: Callable[[Item], Found], items: Iterable[Item]) -> Iterator[Found]:
    """What a function makes of items, in their order; few items are held at once.

    >>> list(in_threads(abs, [-1, -2]))
    [1, 2]
    """
    threads = min(pa.cpu_count(), MOST_THREADS)
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Found]] = deque()
        for item in items:
            waiting.append(pool.submit(function, item))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _in_its_encoding(text: DelimitedText, wish: Dialect, size: int) -> Survey:
    """The head may be plain ASCII, and only a later block show what the encoding is not."""
    other = next_encoding(text.dialect.encoding or "") if wish.encoding is None else None
    in_other = replace(text, dialect=replace(text.dialect, encoding=other))
    try:
        survey = _of_text(text, size)
    except UnicodeDecodeError:
        if other is None:
            raise
        return _in_its_encoding(in_other, wish, size)
    if other is not None and _is_foreign(survey):
        return _in_its_encoding(in_other, wish, size)
    return survey


def _of_text(text: DelimitedText, size: int) -> Survey:
    try:
        return _of_blocks(text, size)
    except pa.ArrowInvalid as cause:
        if is_conversion_error(cause) and text.numeric:
            return _of_blocks(replace(text, numeric=()), size)
        raise


def _of_blocks(text: DelimitedText, size: int) -> Survey:
    pieces = cut(text.file, text.dialect, size)
    first, content = next(pieces)
    names, seen = _seen_first(text, content)
    blocks, facts = [first._replace(n_rows=seen.n_rows)], seen.facts
    hexadecimal = seen.hexadecimal

    def look(piece: tuple[Block, bytes]) -> tuple[Block, _Seen | pa.ArrowInvalid]:
        block, content = piece
        try:
            return block, _seen(text, content, names)
        except pa.ArrowInvalid as cause:
            return block, cause

    n_rows = seen.n_rows
    for block, found in in_threads(look, pieces):
        if isinstance(found, pa.ArrowInvalid):
            raise _placed(found, n_rows, text.file.name)
        blocks.append(block._replace(n_rows=found.n_rows))
        facts = merge_facts(facts, found.facts)
        hexadecimal |= found.hexadecimal
        n_rows += found.n_rows
    return Survey(BlockReader(text, names, first.start), blocks, facts, hexadecimal)


def _seen_first(text: DelimitedText, content: bytes) -> tuple[list[str], _Seen]:
    table = text.read_block(content, None, _numeric(text), is_first=True)
    names = refuse_duplicates(table.column_names)
    return names, _seen_in(text, content, table, is_first=True)


def _seen(text: DelimitedText, content: bytes, names: Sequence[str]) -> _Seen:
    table = text.read_block(content, names, _numeric(text))
    return _seen_in(text, content, table)


def _numeric(text: DelimitedText) -> dict[str, Any]:
    return dict.fromkeys(text.numeric, pa.float64())


def _seen_in(text: DelimitedText, content: bytes, table: Any, *, is_first: bool = False) -> _Seen:
    dialect = text.dialect
    facts = {
        name: facts_of(column, dialect.decimal or ".", dialect.thousands)
        for name, column in zip(table.column_names, table.columns, strict=True)
    }
    for name in _with_leading_zeros(text, content, table, is_first=is_first):
        facts[name] = replace(facts[name], leading_zero=True)
    return _Seen(table.num_rows, facts, b"0x" in content or b"0X" in content)


def _with_leading_zeros(
    text: DelimitedText, content: bytes, table: Any, *, is_first: bool
) -> list[str]:
    """Columns of numbers of which one begins with a zero."""
    dialect = text.dialect
    if not has_leading_zeros(io.BytesIO(content), dialect.separator or "", dialect.quote or ""):
        return []
    numbers = [
        field.name
        for field in table.schema
        if pa.types.is_integer(field.type) or pa.types.is_floating(field.type)
    ]
    if not numbers:
        return []
    types = dict.fromkeys(numbers, pa.string())
    texts = text.read_block(content, table.column_names, types, numbers, is_first=is_first)
    return [
        name
        for name, column in zip(numbers, texts.columns, strict=True)
        if has_leading_zero(column)
    ]


def _is_foreign(survey: Survey) -> bool:
    """Whether what is not UTF-8 is a whole text in another encoding, not a damaged cell."""
    names = [name for name, facts in survey.facts.items() if pa.binary() in facts.types]
    if not names:
        return False
    right = wrong = 0
    for _, table in survey.reader.read(survey.blocks, dict.fromkeys(names, pa.binary()), names):
        for column in table.columns:
            more_right, more_wrong = right_and_wrong(b" ".join(column.drop_null().to_pylist()))
            right, wrong = right + more_right, wrong + more_wrong
    return wrong > 0 and wrong >= right


def _placed(error: Exception, rows_before: int, name: str) -> Exception:
    """An error of a block, told by its row of the file."""
    message = str(error).splitlines()[0]
    row = _ROW.search(message)
    if row is None or is_conversion_error(error):
        return error
    number = rows_before + int(row.group(1))
    return UnreadableTableError(
        f"cannot read {name[:200]!r}",
        expected="as many fields in every row",
        found=f"row {number:,}: {message[row.end() :][:100]}",
        remedy="mend this row, or say how the file is written (separator, quote)",
    )
