"""Columns chosen by name or by glob."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from glob import has_magic
from typing import TypeVar

from featureshift.errors import UnknownNameError

Value = TypeVar("Value")


def named_columns(
    patterns: Iterable[str], known: Sequence[str], *, may_be_absent: bool = False
) -> list[str]:
    """The names that are meant, in their order among the known.

    A pattern is first of all a name; only where no column has it, it is a glob. A plain name that
    no column has is an error, and so is a glob that finds nothing, unless it ``may_be_absent``.

    >>> named_columns(["id_*", "age"], ["age", "id_a", "id_b", "name"])
    ['age', 'id_a', 'id_b']
    """
    names = set(known)
    meant: set[str] = set()
    for pattern in patterns:
        found = {pattern} & names or _found(pattern, known)
        if not found and not (may_be_absent and has_magic(pattern)):
            raise UnknownNameError("column", pattern, known)
        meant |= found
    return [name for name in known if name in meant]


def matching(values: Mapping[str, Value], known: Sequence[str]) -> dict[str, Value]:
    """Values by name or glob -> values by name; a name itself goes before any glob.

    >>> matching({"zip*": "text", "zip_2": "number"}, ["zip_1", "zip_2", "age"])
    {'zip_1': 'text', 'zip_2': 'number'}
    """
    names = set(known)
    globs = {
        name: value
        for pattern, value in values.items()
        if pattern not in names
        for name in _found(pattern, known)
    }
    exact = {name: value for name, value in values.items() if name in names}
    merged = globs | exact
    return {name: merged[name] for name in known if name in merged}


def _found(pattern: str, known: Sequence[str]) -> set[str]:
    if not has_magic(pattern):
        return set()
    return {name for name in known if fnmatchcase(name, pattern)}
