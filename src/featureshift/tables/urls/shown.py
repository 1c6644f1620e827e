"""A URL as it may be shown: without passwords, tokens and signatures."""

from __future__ import annotations

from urllib.parse import urlsplit


def shown(url: str) -> str:
    """The URL without user, password, query and fragment.

    >>> shown("https://me:secret@example.com/a.csv?token=abc")
    'https://example.com/a.csv'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
