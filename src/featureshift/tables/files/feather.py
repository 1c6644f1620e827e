"""Feather and Arrow files, mapped where they lie on this machine."""

from __future__ import annotations

from featureshift.tables.files.file import File
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.sources import from_arrow
from featureshift.tables.table import Table


def open_feather(file: File, _: ReadOptions) -> Table:
    from pyarrow import feather

    if file.path is not None:
        return from_arrow(feather.read_table(file.path, memory_map=True))
    with file.open() as source:
        return from_arrow(feather.read_table(source))
