"""Columns chosen by name or by glob."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from glob import has_magic
from typing import Any, TypeVar

from featureshift.errors import UnknownNameError
from featureshift.tables.columns import clean_text

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


def chosen_columns(
    known: Sequence[str],
    columns: str | Iterable[str] | None,
    ignore: str | Iterable[str] | None,
    always: Sequence[str] = (),
) -> list[str]:
    """The known names that are wanted, by name or glob; those of ``always`` whatever is said.

    >>> chosen_columns(["age", "id_a", "id_b"], None, "id_*", always=["id_b"])
    ['age', 'id_b']
    """
    wanted = set(known) if columns is None else set(named_columns(_texts(columns), known))
    ignored = () if ignore is None else _texts(ignore)
    wanted -= set(named_columns(ignored, known, may_be_absent=True))
    wanted |= set(always)
    return [name for name in known if name in wanted]


def _texts(names: Any) -> list[str]:
    """Column names as text; a lone name is one column, not the letters of its name."""
    lone = isinstance(names, str) or not isinstance(names, Iterable)
    return [clean_text(str(name)) for name in ([names] if lone else names)]


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
