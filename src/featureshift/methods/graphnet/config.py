"""What a GraphNet is made of. No torch here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from featureshift.errors import OptionError, UnknownNameError


@dataclass(frozen=True)
class GraphNetConfig:
    """Sizes; which channels it reads is the descriptors' business.

    >>> GraphNetConfig.from_dict({"hidden": 32}).rounds
    3
    """

    hidden: int = 64
    """Channels of a feature between the layers."""
    rounds: int = 3
    """Of message passing along the edges."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is not int or value < 1:
                problem = f"{field.name} of a GraphNet cannot be this"
                raise OptionError(problem, expected="1 or more", found=repr(value))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The config of plain values, as JSON gives them; fields left out take their defaults."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise UnknownNameError("option of GraphNetConfig", name, known)
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)
