"""Residual blocks along the feature axis, which both deep networks are stacked from.

Inside the networks tensors are [n, channels, 1, features] in channels-last memory: n rows of a
table, or n pairs of tables. Two-dimensional convolutions of height 1 in that layout were measured
at three quarters of the time of one-dimensional ones, forward and backward.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from featureshift.methods.fslnet.network.attention import AttentionOptions, WindowAttention
from featureshift.methods.fslnet.network.normalization import FreezableBatchNorm

ACTIVATION_LAYERS: dict[str, type[nn.Module]] = {
    "relu": nn.ReLU,
    "tanh": nn.Tanh,
    "gelu": nn.GELU,
}
"""By the names in ``config.ACTIVATIONS``."""


@dataclass(frozen=True)
class StackOptions:
    layers: int
    kernels: int
    kernel_size: int
    dilation: int
    activation: str
    attention: AttentionOptions | None
    context: bool = False
    """Whether convolution blocks are told about all columns of the table."""


def feature_convolution(inputs: int, outputs: int, size: int, dilation: int = 1) -> nn.Conv2d:
    """A convolution along features that keeps their number; columns beyond the table are 0."""
    padding = (0, size // 2 * dilation)
    return nn.Conv2d(inputs, outputs, (1, size), padding=padding, dilation=(1, dilation))


class NormalizedConvolution(nn.Module):
    """Convolution along features, batch norm, activation."""

    def __init__(self, convolution: nn.Conv2d, activation: str) -> None:
        super().__init__()
        self.convolution = convolution
        self.norm = FreezableBatchNorm(convolution.out_channels)
        self.activation = ACTIVATION_LAYERS[activation]()

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.activation(self.norm.after(self.convolution, x))
        return out


def two_convolutions(inputs: int, options: StackOptions, size: int) -> nn.Sequential:
    """The branch of a residual block."""
    first, second = (
        feature_convolution(channels, options.kernels, size, options.dilation)
        for channels in (inputs, options.kernels)
    )
    return nn.Sequential(
        NormalizedConvolution(first, options.activation),
        NormalizedConvolution(second, options.activation),
    )


class ConvolutionBlock(nn.Module):
    """x + branch(x); where the number of channels changes, an affine map of each feature for x."""

    def __init__(self, inputs: int, options: StackOptions) -> None:
        super().__init__()
        self.skip = _skip(inputs, options.kernels)
        self.branch = two_convolutions(inputs, options, options.kernel_size)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.skip(x) + self.branch(x)
        return out


class ContextBlock(nn.Module):
    """A convolution block that is also told the mean and the highest of its channels in the table.

    Half way through the branch, an affine map of both is added to every column.
    """

    def __init__(self, inputs: int, options: StackOptions) -> None:
        super().__init__()
        self.skip = _skip(inputs, options.kernels)
        self.first, self.second = two_convolutions(inputs, options, options.kernel_size)
        self.of_table = nn.Linear(2 * options.kernels, options.kernels)

    def forward(self, x: Tensor) -> Tensor:
        inner: Tensor = self.first(x)  # [n, kernels, 1, features]
        table = torch.cat([inner.mean(dim=-1), inner.amax(dim=-1)], dim=1).squeeze(-1)
        inner = inner + self.of_table(table)[:, :, None, None]
        out: Tensor = self.skip(x) + self.second(inner)
        return out


class AttentionBlock(nn.Module):
    """x + attention(x), then the same plus an MLP of unit kernels."""

    def __init__(self, inputs: int, options: StackOptions, attention: AttentionOptions) -> None:
        super().__init__()
        self.skip = _skip(inputs, options.kernels)
        self.norm = FreezableBatchNorm(options.kernels)
        self.attention = WindowAttention(options.kernels, attention)
        self.branch = two_convolutions(options.kernels, options, size=1)

    def forward(self, x: Tensor) -> Tensor:
        skipped = self.skip(x)
        attended = self.attention(self.norm(skipped).squeeze(2)).unsqueeze(2)
        attended = skipped + attended
        out: Tensor = attended + self.branch(attended)
        return out


def residual_stack(inputs: int, options: StackOptions) -> nn.Sequential:
    """``layers`` blocks, so that the output is W x + sum over blocks of what each adds."""
    blocks: list[nn.Module] = []
    for channels in (inputs, *[options.kernels] * (options.layers - 1)):
        if options.attention is not None:
            blocks.append(AttentionBlock(channels, options, options.attention))
        elif options.context:
            blocks.append(ContextBlock(channels, options))
        else:
            blocks.append(ConvolutionBlock(channels, options))
    return nn.Sequential(*blocks)


def _skip(inputs: int, outputs: int) -> nn.Module:
    return nn.Identity() if inputs == outputs else feature_convolution(inputs, outputs, size=1)
