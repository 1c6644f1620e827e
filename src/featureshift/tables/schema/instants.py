"""Instants: in another time zone, or told more or less finely."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Column, Kind
from featureshift.tables.schema.chance import is_no_chance
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange

STEPS = {86400.0: "dates only", 3600.0: "hours", 60.0: "minutes", 1.0: "seconds", 0.0: "fractions"}
"""Seconds of which all instants are multiples, the coarsest first."""
_SAME_SECOND = 1e-5
"""Doubles tell instants of our days apart by a quarter of a microsecond."""

Instants = NDArray[np.float64]


def changed_zone(reference: Column, query: Column) -> SchemaChange | None:
    """Instants of two zones are compared as what they are; readers of local times must know."""
    if reference.kind is not Kind.DATETIME or query.kind is not Kind.DATETIME:
        return None
    before, after = zone(reference), zone(query)
    if before == after:
        return None
    message = f"time zone changed: {before or 'none'} -> {after or 'none'}"
    if before and after and "UTC" in (before, after):
        # The zone of a file that has no room for the name of one, such as CSV.
        return SchemaChange(ChangeKind.TIME_ZONE, reference.name, message, "harmless")
    return SchemaChange(ChangeKind.TIME_ZONE, reference.name, message)


def zone(column: Column) -> str:
    """

    >>> zone(Column("t", Kind.DATETIME, zoned=True, stored="timestamp[us, tz=Europe/Rome]"))
    'Europe/Rome'
    """
    name = column.stored.partition("tz=")[2].rstrip("]")
    name = "UTC" if name in ("Etc/UTC", "Z", "+00:00", "GMT", "Etc/GMT") else name
    return name or ("a zone" if column.zoned else "")


def changed_precision(name: str, reference: Instants, query: Instants) -> SchemaChange | None:
    """Whether one table tells instants more finely than the other, beyond what chance gives."""
    sides = [values[np.isfinite(values)] for values in (reference, query)]
    if min(map(len, sides)) == 0:
        return None
    steps = [coarsest_step(values) for values in sides]
    if steps[0] == steps[1]:
        return None
    coarse = steps.index(max(steps))
    finer = float((~_multiples(sides[1 - coarse], steps[coarse])).mean())
    if not is_no_chance(finer, len(sides[coarse])):
        return None
    message = (
        f"precision changed: {STEPS[steps[0]]} -> {STEPS[steps[1]]} (e.g. {_example(sides[1])})"
    )
    return SchemaChange(ChangeKind.TIME_PRECISION, name, message)


def coarsest_step(values: Instants) -> float:
    """

    >>> coarsest_step(np.array([0.0, 7200.0]))
    3600.0
    """
    return next(step for step in STEPS if _multiples(values, step).all())


def _multiples(values: Instants, step: float) -> NDArray[np.bool_]:
    if step == 0:
        return np.ones(len(values), bool)
    return np.asarray(np.abs(values - np.round(values / step) * step) < _SAME_SECOND)


def _example(values: Instants) -> str:
    """One from the middle, which is no odd first or last day."""
    return shown_instant(float(np.sort(values)[len(values) // 2]))


def shown_instant(seconds: float) -> str:
    """

    >>> shown_instant(86400.0), shown_instant(0.5)
    ('1970-01-02', '1970-01-01 00:00:00.5')
    """
    try:
        instant = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    except OverflowError:
        return f"{seconds:g} s"
    text = f"{instant:%Y-%m-%d %H:%M:%S}"
    fraction = f"{instant.microsecond:06d}".rstrip("0")
    return f"{text}.{fraction}" if fraction else text.removesuffix(" 00:00:00")
