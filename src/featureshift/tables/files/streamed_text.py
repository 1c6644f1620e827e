"""Delimited text that does not fit into memory: files as one table, streamed block by block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import pairwise
from typing import Any

import pyarrow as pa

from featureshift.errors import TableError
from featureshift.tables.arrow import ArrowTable, RecordBatches
from featureshift.tables.files.column_facts import ColumnFacts
from featureshift.tables.files.delimited_notes import not_utf8_note, told_dialect
from featureshift.tables.files.file import File, changed_while_read, own_errors, unchanged
from featureshift.tables.files.hive import Keys, key_columns, with_constants
from featureshift.tables.files.numbers_in_text import as_numbers
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.settled_types import ReadAs, is_settled, settled_type
from featureshift.tables.files.shown_dialect import as_shown
from featureshift.tables.files.survey import BlockReader, Survey, merge_facts, surveyed
from featureshift.tables.files.text_blocks import Block, can_seek
from featureshift.tables.kinds import Column, is_zoned, kind_of_arrow
from featureshift.tables.named_columns import matching
from featureshift.tables.sources import record_batches
from featureshift.tables.table import Table

PARTS_OF_A_STREAM = 4
"""Of a text that must be decompressed from its start: each part reads what is before it."""


def open_streamed(
    files: Sequence[File],
    options: ReadOptions,
    keys: Sequence[Keys] = (),
    *,
    size: int | None = None,
) -> Table:
    """One table out of the rows of several files, in their order.

    ``size``: bytes of a block; None for what suits the length of a line. ``keys`` say for each
    file what the names of its folders do; they become columns.
    """
    surveys = []
    for file in files:
        with own_errors(file.name):
            surveys.append(surveyed(file, options.dialect, size))
    names = list(surveys[0].reader.names)
    _same_names(surveys)
    facts, as_texts, reads = _settled(surveys, matching(options.types, names))
    columns = [_column(name, reads[name].stored) for name in names]
    of_folders = key_columns(keys, names)
    columns += [_column(name, values.type) for name, values in of_folders.items()]
    parts = []
    for place, survey in enumerate(surveys):
        constants = [values[place] for values in of_folders.values()]
        for blocks in _parts(survey):
            n_rows = sum(block.n_rows for block in blocks)
            read: RecordBatches = partial(_records, survey.reader, blocks, names, reads)
            if constants:
                read = with_constants(read, n_rows, len(names), constants)
            parts.append((n_rows, read))
    thousands = _thousands(facts, as_texts, reads)
    told = [
        note
        for survey in surveys
        for note in told_dialect(survey.file, replace(survey.dialect, thousands=thousands or ""))
    ]
    travels = all(file.path is not None for file in files)
    table = ArrowTable(columns, parts, list(dict.fromkeys(told)), travels=travels)
    fractions = any(pa.types.is_floating(read.stored) for read in reads.values())
    table.dialect = as_shown(surveys[0].dialect, fractions=fractions, thousands=thousands)
    return table


def _settled(
    surveys: Sequence[Survey], wanted: Mapping[str, str]
) -> tuple[dict[str, ColumnFacts], dict[str, ColumnFacts], dict[str, ReadAs]]:
    """What is known of the columns, of some as texts, and how each is read."""
    empty: dict[str, ColumnFacts] = {}
    facts = reduce(merge_facts, (survey.facts for survey in surveys), empty)
    hexadecimal = any(survey.hexadecimal for survey in surveys)
    unclear = [
        name
        for name, known in facts.items()
        if name in wanted or not is_settled(known, hexadecimal=hexadecimal)
    ]
    as_texts = empty
    if unclear:
        for survey in surveys:
            with own_errors(survey.file.name):
                as_texts = merge_facts(as_texts, survey.facts_as_texts(unclear))
    reads = {
        name: settled_type(known, as_texts.get(name), wanted.get(name))
        for name, known in facts.items()
    }
    return facts, as_texts, reads


def _thousands(
    facts: Mapping[str, ColumnFacts],
    as_texts: Mapping[str, ColumnFacts],
    reads: Mapping[str, ReadAs],
) -> str | None:
    """What sets thousands apart; '' if nothing does, None if there are none."""
    large = False
    for name, read in reads.items():
        if read.thousands is not None:
            known = as_texts.get(name, facts[name]).thousands or {}
            if known[read.thousands].occur and read.thousands:
                return read.thousands
            large |= known[read.thousands].large
        elif pa.types.is_integer(read.stored) or pa.types.is_floating(read.stored):
            large |= facts[name].large
    return "" if large else None


def _column(name: str, dtype: Any) -> Column:
    note = not_utf8_note(name) if pa.types.is_binary(dtype) else None
    return Column(name, kind_of_arrow(dtype), note, is_zoned(dtype), str(dtype))


def _parts(survey: Survey) -> list[Sequence[Block]]:
    """Blocks that are read apart from the others."""
    blocks = survey.blocks
    if can_seek(survey.file, survey.dialect.encoding):
        return [[block] for block in blocks]
    n_parts = min(PARTS_OF_A_STREAM, len(blocks))
    ends = [len(blocks) * k // n_parts for k in range(n_parts + 1)]
    return [blocks[start:stop] for start, stop in pairwise(ends)]


def _records(
    reader: BlockReader,
    blocks: Sequence[Block],
    names: Sequence[str],
    reads: Mapping[str, ReadAs],
    indices: Sequence[int],
    rows: int,
) -> Iterator[Any]:
    """``names``: those that indices mean; a file lists columns in its own order."""
    wanted = [names[index] for index in indices]
    types = {name: reads[name].dtype for name in wanted}
    decimal = reader.text.dialect.decimal or "."
    with unchanged(reader.text.file):
        for block, table in reader.read(blocks, types, wanted):
            if table.num_rows != block.n_rows:
                raise changed_while_read(reader.text.file.name)
            for place, name in enumerate(wanted):
                sign = reads[name].thousands
                if sign is not None:
                    numbers = as_numbers(table.column(place), decimal, sign)
                    table = table.set_column(place, name, numbers)
            yield from record_batches(table, range(len(wanted)), rows)


def _same_names(surveys: Sequence[Survey]) -> None:
    first = surveys[0]
    for survey in surveys[1:]:
        if set(survey.reader.names) != set(first.reader.names):
            differing = sorted(set(survey.reader.names) ^ set(first.reader.names))
            raise TableError(
                "the files of one table have different columns",
                expected=f"the columns of {first.file.name!r} in every file",
                found=f"{survey.file.name!r} differs in " + ", ".join(map(repr, differing[:5])),
            )
