"""What a kind of case is."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from benchmarks.reality.case import Case


@dataclass(frozen=True)
class Kind:
    about: str
    make: Callable[[Generator], Case]


def make_case(name: str, kind: Kind, run: int) -> Case:
    """The case of a run. Name and run decide all that is drawn, whatever other kinds there are."""
    return kind.make(np.random.default_rng([zlib.crc32(name.encode()), run]))
