"""A table with its origin."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import TableError


@dataclass(frozen=True)
class Provenance:
    """Where a table comes from and what may be done with it."""

    source: str
    """Address, or simulator with its parameters."""
    license: str
    """SPDX identifier where there is one."""
    evaluation_only: bool = False
    """True for tables of the benchmark: training must refuse them."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Values [rows, features] in float32, NaN where missing; the arrays held are read-only views.

    >>> origin = Provenance("by hand", "CC0-1.0")
    >>> table = Dataset("tiny", np.zeros((2, 3), np.float32), np.zeros(3, bool), origin)
    >>> table.n_features, table.sha256[:8]
    (3, '910238ea')
    """

    name: str
    values: NDArray[np.float32]
    """[rows, features]"""
    categorical: NDArray[np.bool_]
    """[features]"""
    provenance: Provenance

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=np.float32).view()
        categorical = np.asarray(self.categorical, dtype=np.bool_).view()
        if values.ndim != 2 or categorical.shape != values.shape[1:]:
            raise TableError(
                f"data set {self.name!r} has the wrong shape",
                expected="values [rows, features], categorical [features]",
                found=f"values {values.shape}, categorical {categorical.shape}",
            )
        for field, array in (("values", values), ("categorical", categorical)):
            array.flags.writeable = False
            object.__setattr__(self, field, array)

    @property
    def n_rows(self) -> int:
        return int(self.values.shape[0])

    @property
    def n_features(self) -> int:
        return int(self.values.shape[1])

    @cached_property
    def sha256(self) -> str:
        """Hash of shape and values: equal for equal tables on any machine, whatever their name."""
        content = np.ascontiguousarray(self.values, dtype="<f4")
        digest = hashlib.sha256(f"{content.shape}".encode())
        digest.update(content.data)
        return digest.hexdigest()
