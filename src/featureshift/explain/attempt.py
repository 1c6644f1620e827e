"""What may fail without taking more with it than itself.

An explanation is looked for with many rules, and values may be anything that fits into a cell: a
rule that fails on some column costs what it would have told, never a verdict or another column.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
Otherwise = TypeVar("Otherwise")


def attempt(work: Callable[[], Found], otherwise: Otherwise) -> Found | Otherwise:
    """What the work gives, or something else if it raises.

    With FEATURESHIFT_DEBUG set in the environment it raises: that is how bugs are found.

    >>> attempt(lambda: 1 / 1, "nothing")
    1.0
    """
    try:
        return work()
    except Exception:
        if os.environ.get("FEATURESHIFT_DEBUG"):
            raise
        return otherwise
