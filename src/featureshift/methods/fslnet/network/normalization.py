"""Batch norm whose running statistics can be frozen while training goes on."""

from __future__ import annotations

from typing import Self

import torch
from torch import Tensor, nn


class FreezableBatchNorm(nn.BatchNorm2d):
    """Batch norm of [n, channels, 1, features] that can stop looking at its batch.

    Until ``freeze`` it is the usual one: the batch's own statistics in training, the running ones
    in evaluation. Afterwards the running statistics count in both modes and stay as they are,
    while weight and bias go on learning. The flag travels with the state dict.

    >>> norm = FreezableBatchNorm(2)
    >>> x = torch.randn(8, 2, 1, 5)
    >>> _ = norm.train()(x)
    >>> bool(torch.equal(norm.freeze()(x), norm.eval()(x)))
    True
    """

    frozen: Tensor

    def __init__(self, channels: int) -> None:
        super().__init__(channels)
        self.register_buffer("frozen", torch.tensor(False))

    def freeze(self) -> Self:
        self.frozen.fill_(True)
        return self

    @property
    def of_batch(self) -> bool:
        """Whether the batch's own statistics count now."""
        # In evaluation the flag is not read, so that an exported graph does not depend on it.
        return self.training and not bool(self.frozen)

    def forward(self, x: Tensor) -> Tensor:
        if self.of_batch:
            return super().forward(x)
        return nn.functional.batch_norm(
            x, self.running_mean, self.running_var, self.weight, self.bias, False, 0.0, self.eps
        )

    def after(self, convolution: nn.Conv2d, x: Tensor) -> Tensor:
        """``self(convolution(x))``, by one convolution where the running statistics count.

        Same gradients for the weights of both, and one activation less to keep.
        """
        mean, variance, bias = self.running_mean, self.running_var, convolution.bias
        if self.of_batch or mean is None or variance is None or bias is None:
            return self.forward(convolution(x))
        scale = self.weight * torch.rsqrt(variance + self.eps)
        return nn.functional.conv2d(
            x,
            convolution.weight * scale[:, None, None, None],
            (bias - mean) * scale + self.bias,
            padding=convolution.padding,
            dilation=convolution.dilation,
        )
