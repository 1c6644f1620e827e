"""The two networks that look at rows: each turns [rows, 1, 1, features] into channels per row."""

from __future__ import annotations

import torch
from torch import nn

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.attention import AttentionOptions
from featureshift.methods.fslnet.network.blocks import (
    NormalizedConvolution,
    StackOptions,
    feature_convolution,
    residual_stack,
)


def moment_extraction(config: FSLNetConfig) -> nn.Module:
    """The Moment Extraction Network before its mean over rows: (W x + b)_+ by one wide kernel.

    >>> import torch
    >>> moment_extraction(FSLNetConfig())(torch.rand(5, 1, 1, 9)).shape
    torch.Size([5, 64, 1, 9])
    """
    convolution = feature_convolution(
        1, config.moment_kernels, config.moment_kernel_size, config.moment_dilation
    )
    if config.moment_start == "centered":
        _center(convolution)
    return NormalizedConvolution(convolution, config.moment_activation)


FEWEST_NEIGHBORS = 0.025
"""Share of its neighbors that the sparsest centered kernel looks at: two of 74."""
OWN_WEIGHT = 0.7
"""Of a kernel's own column, where all neighbors together have norm 1."""


@torch.no_grad()
def _center(convolution: nn.Conv2d) -> None:
    """Begin with kernels that look at their own column and at few to all of their neighbors.

    A kernel without a center sees a broken relation at every column it passes, and the network has
    to learn first to tell whose it is. Scale does not matter, for batch norm follows.
    """
    weight = convolution.weight  # [kernels, 1, 1, taps]
    kernels, center = len(weight), weight.shape[-1] // 2
    shares = FEWEST_NEIGHBORS ** torch.linspace(1, 0, kernels)[:, None, None, None]
    weight.normal_().mul_(torch.rand(weight.shape) < shares)
    weight[..., center] = 0
    norms = weight.flatten(1).norm(dim=1)[:, None, None, None]
    weight.div_(norms.clamp(min=torch.finfo(weight.dtype).eps))
    weight[..., center] = OWN_WEIGHT * torch.sign(torch.randn(kernels, 1, 1))


def neural_embedding(config: FSLNetConfig) -> nn.Module:
    """The Neural Embedding Network before its mean over rows: W x_i + sum of block outputs."""
    return residual_stack(1, embedding_options(config))


def embedding_options(config: FSLNetConfig) -> StackOptions:
    return StackOptions(
        layers=config.embedding_layers,
        kernels=config.embedding_kernels,
        kernel_size=config.embedding_kernel_size,
        dilation=config.embedding_dilation,
        activation=config.embedding_activation,
        attention=AttentionOptions.of(config) if config.embedding_attention else None,
    )
