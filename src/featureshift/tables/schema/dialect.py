"""Texts that are written in another dialect: whoever reads them must know."""

from __future__ import annotations

from dataclasses import replace

from featureshift.tables.files.dialect import Dialect
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange

COMPARED = ("separator", "decimal", "thousands", "header")
PLAIN = "commas between fields and points in numbers"


def changed_dialect(before: Dialect | None, after: Dialect | None) -> SchemaChange | None:
    """What both files show, and show differently; None is no file of text.

    >>> change = changed_dialect(Dialect(","), Dialect(";", decimal=","))
    >>> change.message
    "the query is written with ';' between fields, the reference with commas between fields and ..."
    """
    if before is None or after is None:
        return None
    pairs = {name: (getattr(before, name), getattr(after, name)) for name in COMPARED}
    changed = {n: p for n, p in pairs.items() if None not in p and p[0] != p[1]}
    if not changed:
        return None
    own, other = (
        replace(Dialect(), **{name: pair[side] for name, pair in changed.items()}).in_words()
        for side in (0, 1)
    )
    message = f"the query is written with {other or PLAIN}, the reference with {own or PLAIN}"
    return SchemaChange(ChangeKind.DIALECT, None, message)
