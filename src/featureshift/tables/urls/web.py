"""Tables on web servers, fetched whole into memory: few servers give parts of a file."""

from __future__ import annotations

from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.file import File
from featureshift.tables.files.formats import open_file
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.table import Table
from featureshift.tables.urls.shown import shown

PATIENCE = 60
"""Seconds in which a server must say something."""


def open_web(url: str, options: ReadOptions) -> Table:
    return open_file(File.of_bytes(shown(url), _fetched(url)), options)


def _fetched(url: str) -> bytes:
    try:
        with urlopen(
            Request(url, headers={"User-Agent": "featureshift"}), timeout=PATIENCE
        ) as body:
            content: bytes = body.read()
    except HTTPError as refusal:
        with refusal:
            raise _unreadable(
                url, f"the server answered {refusal.code} {refusal.reason}"
            ) from refusal
    except (URLError, HTTPException, OSError, ValueError) as cause:
        raise _unreadable(url, str(getattr(cause, "reason", cause))) from cause
    return content


def _unreadable(url: str, found: str) -> UnreadableTableError:
    return UnreadableTableError(
        f"cannot fetch {shown(url)!r}",
        found=found,
        remedy="check the address and the connection, or fetch the file yourself and name its path",
    )
