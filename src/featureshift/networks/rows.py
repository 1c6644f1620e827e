"""The two networks that look at rows: each turns [rows, 1, 1, features] into channels per row."""

from __future__ import annotations

from torch import nn

from featureshift.networks.attention import AttentionOptions
from featureshift.networks.blocks import (
    NormalizedConvolution,
    StackOptions,
    feature_convolution,
    residual_stack,
)
from featureshift.networks.config import FSLNetConfig


def moment_extraction(config: FSLNetConfig) -> nn.Module:
    """The Moment Extraction Network before its mean over rows: (W x + b)_+ by one wide kernel.

    >>> import torch
    >>> moment_extraction(FSLNetConfig())(torch.rand(5, 1, 1, 9)).shape
    torch.Size([5, 64, 1, 9])
    """
    convolution = feature_convolution(
        1, config.moment_kernels, config.moment_kernel_size, config.moment_dilation
    )
    return NormalizedConvolution(convolution, config.moment_activation)


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
