"""Tables in buckets and on other filesystems, of which only what is needed is fetched."""

from __future__ import annotations

from functools import partial
from pathlib import PurePosixPath
from typing import Any

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.file import File, own_errors
from featureshift.tables.files.formats import open_file
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.parquet import open_parquet
from featureshift.tables.files.paths import is_csv, is_hidden, is_parquet
from featureshift.tables.files.streamed_text import open_streamed
from featureshift.tables.table import Table
from featureshift.tables.typed import with_types
from featureshift.tables.urls.shown import shown

PATIENCE = 30
"""Seconds that Google's client tries again; it would for a quarter of an hour."""


def open_s3(url: str, options: ReadOptions) -> Table:
    """Credentials, region and endpoint come from where Amazon's tools look for them, or from the
    URL: ``s3://anonymous@bucket/a.csv``, ``?region=eu-west-1``, ``?endpoint_override=host:port``.
    """
    return _open_with_arrow(url, url, options)


def open_gs(url: str, options: ReadOptions) -> Table:
    """Credentials are those of Google's tools; ``gs://anonymous@bucket/a.csv`` needs none."""
    patient = f"{url}{'&' if '?' in url else '?'}retry_limit_seconds={PATIENCE}"
    return _open_with_arrow(url, patient, options)


def _open_with_arrow(url: str, opened_url: str, options: ReadOptions) -> Table:
    from pyarrow import fs

    with own_errors(shown(url)):
        filesystem, path = fs.FileSystem.from_uri(opened_url)
        return open_on(filesystem, path, shown(url), options)


def open_with_fsspec(url: str, options: ReadOptions) -> Table | None:
    """A table on any filesystem that fsspec knows; None if it is not installed or knows none."""
    try:
        import fsspec
    except ImportError:
        return None
    from pyarrow import fs

    scheme = url.partition("://")[0]
    if scheme not in fsspec.available_protocols():
        return None
    try:
        filesystem, path = fsspec.core.url_to_fs(url)
    except (ImportError, ValueError) as cause:  # its package is missing, or the URL is none
        raise UnreadableTableError(f"cannot open {shown(url)!r}", found=str(cause)) from cause
    return open_on(fs.PyFileSystem(fs.FSSpecHandler(filesystem)), path, shown(url), options)


def open_on(filesystem: Any, path: str, name: str, options: ReadOptions) -> Table:
    """The table at a path of a pyarrow filesystem: a file, or a folder of Parquet or CSV files."""
    from pyarrow import fs

    with own_errors(name):
        info = filesystem.get_file_info(path)
        if info.type == fs.FileType.NotFound:
            raise UnreadableTableError(
                f"there is no {name!r}", expected="the URL of a file or directory that exists"
            )
        if info.type == fs.FileType.File:
            return open_file(File(name, partial(filesystem.open_input_file, path)), options)
        below = [
            File(file.path, partial(filesystem.open_input_file, file.path))
            for file in filesystem.get_file_info(fs.FileSelector(path, recursive=True))
            if file.type == fs.FileType.File and not _is_hidden(file.path, path)
        ]
        below.sort(key=lambda file: file.name)
        texts = [file for file in below if is_csv(file.name)]
        files = [file for file in below if is_parquet(file.name)]
        opened = open_parquet(name, files) if files or not texts else open_streamed(texts, options)
        return with_types(opened, options.types)


def _is_hidden(path: str, directory: str) -> bool:
    parts = PurePosixPath(path.removeprefix(directory).lstrip("/")).parts
    return any(map(is_hidden, parts))
