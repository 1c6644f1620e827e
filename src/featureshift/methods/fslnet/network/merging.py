"""The merge operations of :mod:`featureshift.methods.measures.merging`, where gradients flow.

Maps are [..., channels, features]. As there, a channel that is NaN for a feature in either map
contributes 0 and is left out of every norm; no gradient reaches it.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from featureshift.methods.measures import EPSILON


def concatenation(reference: Tensor, query: Tensor) -> Tensor:
    """[..., 2 * channels, features]"""
    return torch.cat(_comparable(reference, query), dim=-2)


def difference(reference: Tensor, query: Tensor) -> Tensor:
    reference, query = _comparable(reference, query)
    return reference - query


def squared_difference(reference: Tensor, query: Tensor) -> Tensor:
    return difference(reference, query) ** 2


def normalized_squared_difference(reference: Tensor, query: Tensor) -> Tensor:
    """(reference - query)**2 / (norm of the reference over features + EPSILON).

    >>> normalized_squared_difference(torch.tensor([[3.0, 4.0]]), torch.tensor([[3.0, 3.0]]))
    tensor([[0.0000, 0.2000]])
    """
    reference, query = _comparable(reference, query)
    # Its gradient at 0 is 0: a kernel that is silent on every row must not give NaN.
    norm = torch.linalg.vector_norm(reference, dim=-1, keepdim=True)
    merged: Tensor = (reference - query) ** 2 / (norm + EPSILON)
    return merged


TORCH_MERGES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "concatenation": concatenation,
    "difference": difference,
    "squared_difference": squared_difference,
    "normalized_squared_difference": normalized_squared_difference,
}
"""The same names as ``descriptors.MERGES``."""


def _comparable(reference: Tensor, query: Tensor) -> tuple[Tensor, Tensor]:
    unknown = torch.isnan(reference) | torch.isnan(query)
    return reference.masked_fill(unknown, 0.0), query.masked_fill(unknown, 0.0)
