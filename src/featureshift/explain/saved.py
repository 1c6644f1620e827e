"""An explanation as plain values for JSON, and back.

JSON has no NaN and no tuples: a number that is not finite becomes null, and null where a number
should be becomes NaN again. Keys that a type does not know are passed over, keys that are not there
take their defaults, so that files of other versions can be read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def plain(value: Any) -> Any:
    """With null where a number is not finite, which JSON cannot hold.

    >>> plain({"a": (1.0, math.nan)})
    {'a': [1.0, None]}
    """
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def restored(kind: Any, value: Any) -> Any:
    """What ``plain`` was made from, given its type.

    >>> restored(tuple[float, ...], [1.0, None])
    (1.0, nan)
    """
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        names = [each.name for each in fields(kind) if each.init and each.name in value]
        return kind(**{name: restored(hints[name], value[name]) for name in names})
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(inner, value)
    if origin is tuple:
        return tuple(restored(inner[0], each) for each in value)
    if origin is not None and issubclass(origin, Mapping):
        return {key: restored(inner[1], each) for key, each in value.items()}
    return math.nan if kind is float and value is None else value


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    """Of a type that may be None, or of several plain ones, which are what they are."""
    others = [kind for kind in kinds if kind is not NoneType]
    if value is None and NoneType in kinds:
        return None
    return restored(others[0], value) if len(others) == 1 else value
