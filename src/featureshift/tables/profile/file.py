"""Profiles in files: one Arrow file with a JSON header, written whole or not at all.

The only row of the file holds a list for each part of the profile. The header lies in the metadata
of the schema, under ``featureshift.profile``: format, version, facts, and the SHA-256 of all of it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from featureshift.errors import ProfileError
from featureshift.tables.arrow_lists import lists_of_table, table_of_lists
from featureshift.tables.files.file import File, reading
from featureshift.tables.profile.packed import Facts, Parts, facts_of, packed, unpacked
from featureshift.tables.profile.profile import Profile
from featureshift.written_whole import written_whole

FORMAT = 2
"""Of profiles without rows, which would be misread by what knows the first only. Rises when
a profile of today could be misread, or its rows would be chosen by another hash."""
FORMAT_WITH_ROWS = 1
HEADER = b"featureshift.profile"
BEGINNING = b"ARROW1"
SUFFIX = ".fsp"
WRONG = (pa.ArrowException, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of parts that are not what their names say."""


def save_profile(profile: Profile, path: str | Path) -> None:
    from featureshift import __version__

    parts = packed(profile)
    number = FORMAT_WITH_ROWS if profile.has_rows else FORMAT
    facts: Facts = {"format": number, "written_by": __version__, **facts_of(profile)}
    header = json.dumps(facts | {"sha256": _digest(facts, parts)}, ensure_ascii=False)
    table = table_of_lists(parts, {HEADER: header.encode()})
    with written_whole(path) as beside:
        _write(table, beside)


def load_profile(path: str | Path) -> Profile:
    """The profile in a file; one that is damaged, altered or too new is refused."""
    return read_profile(File.at(Path(path).expanduser()))


def holds_profile(file: File) -> bool:
    """Whether a file says that it is a profile, whatever its name."""
    try:
        with file.open() as source:
            if source.read(len(BEGINNING)) != BEGINNING:
                return False
            return HEADER in (pa.ipc.open_file(source).schema.metadata or {})
    except pa.ArrowException:
        return False


def read_profile(file: File) -> Profile:
    with reading(file) as source:
        try:
            reader = pa.ipc.open_file(source)
            facts = _facts(reader.schema.metadata, file.name)
            parts = lists_of_table(reader.read_all())
            told = facts.pop("sha256", None)
            if _digest(facts, parts) != told:
                raise ValueError("its content is not that of its checksum")
            return unpacked(facts, parts)
        except WRONG as cause:
            if isinstance(cause, ProfileError):
                raise
            raise ProfileError(
                f"the profile {file.name!r} is damaged or was altered",
                found=(str(cause).splitlines() or [type(cause).__name__])[0][:200],
                remedy="make it again with featureshift profile",
            ) from cause


def _facts(metadata: Any, name: str) -> Facts:
    """The header, if it is one that this version reads."""
    if not metadata or HEADER not in metadata:
        raise ProfileError(
            f"{name!r} is no profile",
            expected="a file that featureshift profile or Profile.save wrote",
            found="an Arrow file without the header of a profile",
        )
    facts = json.loads(metadata[HEADER])
    if not isinstance(facts, dict) or not isinstance(facts.get("format"), int):
        raise ValueError("its header has no format")
    if facts["format"] > FORMAT:
        raise ProfileError(
            f"the profile {name!r} was written by a later version",
            expected=f"format {FORMAT} or less",
            found=f"format {facts['format']} of featureshift {facts.get('written_by')}",
            remedy="update featureshift, or make the profile again",
        )
    return facts


def _digest(facts: Facts, parts: Parts) -> str:
    """SHA-256 of all that a profile says."""
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
    for name in sorted(parts):
        part = parts[name]
        if isinstance(part, list):
            lengths = np.array([len(text) for text in part], np.int64)
            numbers, content = lengths, "".join(part).encode()
        else:
            numbers, content = part, b""
        digest.update(f"\n{name} {numbers.dtype} {len(numbers)}\n".encode())
        digest.update(np.ascontiguousarray(numbers).tobytes())
        digest.update(content)
    return digest.hexdigest()


def _write(table: Any, path: Path) -> None:
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with path.open("wb") as file, pa.ipc.new_file(file, table.schema, options=options) as writer:
        writer.write_table(table)
