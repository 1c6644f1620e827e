"""What a pipeline can stop for, by the names that ``--fail-on`` takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from featureshift.errors import UnknownNameError

if TYPE_CHECKING:
    from featureshift.result import Localization

GATES: dict[str, Callable[[Localization], bool]] = {
    "schema": lambda result: result.schema.broken,
    "shift": lambda result: bool(result.shifted.any()),
    "table": lambda result: result.table is not None and bool(result.table.faults),
}


def gates_named(given: Iterable[str]) -> tuple[str, ...]:
    """The names in lists with commas, each once; one that is unknown is refused.

    >>> gates_named(["schema,shift", "schema"])
    ('schema', 'shift')
    """
    names = dict.fromkeys(name.strip() for text in given for name in text.split(","))
    for name in names:
        if name not in GATES:
            raise UnknownNameError("gate of --fail-on", name, GATES)
    return tuple(names)


def fails(result: Localization, gates: Iterable[str]) -> bool:
    return any(GATES[gate](result) for gate in gates)
