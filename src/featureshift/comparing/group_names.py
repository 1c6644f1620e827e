"""What the groups of a table are called."""

from __future__ import annotations

from datetime import UTC, datetime

from featureshift.engines.dividing import Counted
from featureshift.errors import OptionError
from featureshift.tables import Kind

MOST_GROUPS = 50


def group_names(counted: Counted, by: str, kind: Kind) -> dict[float, str]:
    """Value -> name of the group, the most frequent first."""
    if len(counted.counts) > MOST_GROUPS:
        many = f"more than {len(counted.counts) - 1:,}"
        found = many if counted.are_many else f"{len(counted.counts):,}"
        remedies = {
            Kind.DATETIME: f"split it in two: --split-at DATE --time {by}, fs.compare_split",
            Kind.NUMERIC: "make a column of a few ranges of it first",
        }
        raise OptionError(
            f"the column {by!r} has too many values to be groups",
            expected=f"at most {MOST_GROUPS} distinct values",
            found=f"{found} values of type {kind}",
            remedy=remedies.get(kind, "make a column of fewer groups first, or filter the rows"),
        )
    return {
        value: counted.texts.get(value) or _value_name(value, kind)
        for value, _ in counted.counts.most_common()
    }


def _value_name(value: float, kind: Kind) -> str:
    """A number, date or flag as the name of a group."""
    if kind is Kind.BOOLEAN:
        return str(bool(value)).lower()
    if kind is Kind.DATETIME:
        moment = datetime.fromtimestamp(value, UTC).replace(tzinfo=None)
        return moment.isoformat(" ").removesuffix(" 00:00:00")
    return str(int(value)) if value.is_integer() else repr(value)
