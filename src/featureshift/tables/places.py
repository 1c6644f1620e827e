"""Where tables lie: on this machine, behind a URL, or in a stream."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.file import File
from featureshift.tables.files.formats import open_file
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.paths import files_at, open_path
from featureshift.tables.table import Table
from featureshift.tables.urls.schemes import SCHEMES, open_url

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_SQUEEZED = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/[^/]")


def open_place(place: str | Path, options: ReadOptions | None = None) -> Table:
    """The table at a path or URL."""
    options = options or ReadOptions()
    text = str(place)
    if isinstance(place, str) and _URL.match(text):
        return open_url(text, options)
    squeezed = _SQUEEZED.match(text)
    if squeezed and squeezed.group(1).lower() in SCHEMES and not Path(text).exists():
        raise UnreadableTableError(
            f"{text!r} is a URL that lost a slash",
            expected="a URL as text: pathlib.Path makes one slash out of two",
        )
    return open_path(place, options)


def files_of(place: str) -> list[Path]:
    """The files on this machine that a place names; none of what lies elsewhere or is not there.

    >>> files_of("https://example.org/a.csv"), files_of("nowhere/*.parquet")
    ([], [])
    """
    scheme, _, rest = place.partition("://")
    if _URL.match(place):
        if scheme.lower() not in ("file", "sqlite", "duckdb"):
            return []
        path = unquote(rest.partition("?")[0])
        return [Path(path if scheme.lower() == "file" else path[1:])]
    return files_at(place)


def open_stream(stream: Any, options: ReadOptions | None = None) -> Table:
    r"""The table in a stream of bytes or text, read to its end; its first bytes tell the format.

    >>> import io
    >>> open_stream(io.StringIO("a,b\n1,x\n")).n_rows
    1
    """
    content = stream.read()
    if isinstance(content, str):
        content = content.encode()
    name = getattr(stream, "name", "")
    file = File.of_bytes(name if isinstance(name, str) and name else "<stream>", content)
    return open_file(file, options or ReadOptions())
