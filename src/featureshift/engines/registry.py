"""Every engine by name, and the fold that leaves partitions to theirs."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from featureshift.engines.engine import Advance, Engine, Reader, State
from featureshift.errors import UnknownNameError
from featureshift.tables.schema.parsed_table import ParsedPartition, ParsedReader
from featureshift.tables.table import Partition

ENGINES: dict[str, str] = {
    "local": "featureshift.engines.local:Local",
    "dask": "featureshift.engines.dask:Dask",
    "spark": "featureshift.engines.spark:Spark",
}
"""Name -> "module:Class", so that one engine costs no other's imports."""


def check_engine(name: str | None) -> None:
    if name is not None and name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)


def engine_named(name: str) -> Engine:
    check_engine(name)
    module, _, cls = ENGINES[name].partition(":")
    found: Engine = getattr(importlib.import_module(module), cls)()
    return found


def fold(
    reader: Reader[State],
    partitions: Sequence[Partition],
    advance: Advance = lambda _: None,
) -> State:
    """The state after all rows, read by the engine of the partitions; all have the same."""
    if not partitions:
        return reader.start()
    first = partitions[0]
    if isinstance(first, ParsedPartition):  # what is done to batches can be done where they are
        texts = [part.texts for part in partitions if isinstance(part, ParsedPartition)]
        found: State = fold(ParsedReader(reader, first.readings), texts, advance)
        return found
    return engine_named(first.engine).fold(reader, partitions, advance)
