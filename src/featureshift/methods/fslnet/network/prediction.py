"""The Prediction Network: a merged map in, one logit a feature out."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.attention import AttentionOptions
from featureshift.methods.fslnet.network.blocks import (
    StackOptions,
    feature_convolution,
    residual_stack,
)
from featureshift.methods.fslnet.network.normalization import FreezableBatchNorm

LOG_SCALE = 1e-5
"""Merged values of unshifted columns lie about here, for some thousand rows."""


class SignedLog(nn.Module):
    """sign(x) log(1 + abs(x) / LOG_SCALE): small differences count, and a cell that is empty in the
    reference (merged values up to 1 / EPSILON) no longer drowns the others.
    """

    def forward(self, x: Tensor) -> Tensor:
        return torch.sign(x) * torch.log1p(torch.abs(x) / LOG_SCALE)


INPUT_LAYERS: dict[str, Callable[[int], nn.Module]] = {
    "identity": lambda _: nn.Identity(),
    "batch_norm": FreezableBatchNorm,
    "signed_log": lambda _: SignedLog(),
}
"""By the names in ``config.INPUTS``; each is given the number of channels."""


class PredictionNetwork(nn.Module):
    """Residual blocks over the merged map [n, channels, features] -> logits [n, features]."""

    def __init__(self, config: FSLNetConfig) -> None:
        super().__init__()
        self.input = INPUT_LAYERS[config.prediction_input](config.merged_channels)
        self.blocks = residual_stack(config.merged_channels, prediction_options(config))
        self.head = feature_convolution(config.prediction_kernels, 1, size=1)

    def forward(self, merged: Tensor) -> Tensor:
        x = merged.unsqueeze(2).contiguous(memory_format=torch.channels_last)
        logits: Tensor = self.head(self.blocks(self.input(x)))
        return logits.squeeze(2).squeeze(1)


def prediction_options(config: FSLNetConfig) -> StackOptions:
    return StackOptions(
        layers=config.prediction_layers,
        kernels=config.prediction_kernels,
        kernel_size=config.prediction_kernel_size,
        dilation=config.prediction_dilation,
        activation=config.prediction_activation,
        attention=AttentionOptions.of(config) if config.prediction_attention else None,
        context=config.prediction_context,
    )
