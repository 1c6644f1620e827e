"""What opens a URL, by its scheme."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.paths import open_path
from featureshift.tables.table import Table
from featureshift.tables.urls.databases import open_duckdb, open_sqlite
from featureshift.tables.urls.filesystems import open_gs, open_s3, open_with_fsspec
from featureshift.tables.urls.web import open_web

SCHEMES: dict[str, Callable[[str, ReadOptions], Table]] = {
    "file": lambda url, options: open_path(unquote(urlsplit(url).path), options),
    "http": open_web,
    "https": open_web,
    "s3": open_s3,
    "gs": open_gs,
    "sqlite": open_sqlite,
    "duckdb": open_duckdb,
}
"""Scheme -> what opens such a URL. Other schemes are left to fsspec, where it is installed."""


def open_url(url: str, options: ReadOptions) -> Table:
    scheme = url.partition("://")[0].lower()
    if scheme in SCHEMES:
        return SCHEMES[scheme](url, options)
    table = open_with_fsspec(url, options)
    if table is not None:
        return table
    raise UnreadableTableError(
        f"cannot read URLs that begin with {scheme}://",
        expected=f"a path, or a URL of one of: {', '.join(SCHEMES)}",
        remedy=f"install fsspec and its package for {scheme}, or copy the table to this machine",
    )
