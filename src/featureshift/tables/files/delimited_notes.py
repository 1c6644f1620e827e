"""What is told of a delimited text that was read."""

from __future__ import annotations

from dataclasses import replace

from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.file import File
from featureshift.tables.kinds import Note


def told_dialect(file: File, dialect: Dialect) -> list[Note]:
    if ".tsv" in file.endings and dialect.separator == "\t":
        dialect = replace(dialect, separator=",")  # what the name says need not be told
    said = dialect.in_words()
    return [Note(None, "dialect", f"read with {said}")] if said else []


def not_utf8_note(name: str) -> Note:
    return Note(name, "not-utf8", "holds text that is not UTF-8; left out")
