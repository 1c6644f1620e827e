"""A batch of arrays as tensors on a device."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from featureshift.methods.fslnet.training.batch import Batch


class Tensors(NamedTuple):
    inputs: tuple[Tensor | None, ...]
    """In the order of ``FSLNet.forward``."""
    shifted: Tensor
    """[G, features]"""


def as_tensors(batch: Batch, device: str) -> Tensors:
    arrays = (
        batch.reference,
        batch.query,
        batch.measures_reference,
        batch.measures_query,
        batch.present_reference,
        batch.present_query,
    )
    inputs = tuple(
        None if array is None else torch.from_numpy(array).to(device) for array in arrays
    )
    return Tensors(inputs, torch.from_numpy(batch.shifted).to(device))
