"""Attention between features at linear cost, after EVA (Zheng et al., 2023).

Each column attends exactly to the columns of its own window, and to the whole table through
landmarks: the table is cut into a few stretches, each with one key, the mean of its keys, and one
value, the mean of its values weighted by a random-feature kernel. EVA draws the feature; here it
is the mean of its distribution, for the same tables must give the same scores. There is no
positional embedding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

import torch
from torch import Tensor, nn

from featureshift.methods.fslnet.config import FSLNetConfig

SMALLEST_WINDOW, LARGEST_WINDOW = 8, 32


@dataclass(frozen=True)
class AttentionOptions:
    """The fields ``attention_*`` of the config, which explains them."""

    heads: int
    landmarks: int
    window_factor: int
    window_size: int
    overlapping: bool
    dropout: float
    projection_dropout: float

    @classmethod
    def of(cls, config: FSLNetConfig) -> Self:
        names = cls.__dataclass_fields__
        return cls(**{name: getattr(config, f"attention_{name}") for name in names})

    def window(self, features: int) -> int:
        """The window of a table of so many features.

        >>> options = AttentionOptions.of(FSLNetConfig())
        >>> [options.window(d) for d in (5, 64, 1000)]
        [8, 16, 32]
        """
        return min(max(SMALLEST_WINDOW, features // self.window_factor), LARGEST_WINDOW)


class Heads(NamedTuple):
    """Queries, keys and values [n, heads, length, size], and which positions are real [n, length].

    Positions that are not real are padding: no column attends to them.
    """

    queries: Tensor
    keys: Tensor
    values: Tensor
    real: Tensor


class WindowAttention(nn.Module):
    """[n, channels, features] -> the same shape.

    ``real`` [n, features] is False at columns that only pad a shorter table; what they hold
    changes nothing at the others.
    """

    def __init__(self, channels: int, options: AttentionOptions) -> None:
        super().__init__()
        self.options = options
        self.project_in = nn.Linear(channels, 3 * channels)
        self.project_out = nn.Linear(channels, channels)
        self.dropout = nn.Dropout(options.dropout)
        self.projection_dropout = nn.Dropout(options.projection_dropout)

    def forward(self, x: Tensor, real: Tensor | None = None) -> Tensor:
        n, channels, features = x.shape
        if real is None:
            real = torch.ones((n, features), dtype=torch.bool, device=x.device)
        window = self.options.window(features)
        heads = self._heads(_padded(x, window), _padded(real, window))
        attended = self._attend(heads, window)  # [n, heads, length, size]
        joined = attended.permute(0, 2, 1, 3).reshape(n, -1, channels)[:, :features]
        out: Tensor = self.projection_dropout(self.project_out(joined))
        return out.transpose(1, 2)

    def _heads(self, x: Tensor, real: Tensor) -> Heads:
        n, channels, length = x.shape
        size = channels // self.options.heads
        projected = self.project_in(x.transpose(1, 2))
        parts = projected.reshape(n, length, 3, self.options.heads, size).permute(2, 0, 3, 1, 4)
        scale: float = size**-0.25
        return Heads(parts[0] * scale, parts[1] * scale, parts[2], real)

    def _attend(self, heads: Heads, window: int) -> Tensor:
        n, count, length, size = heads.queries.shape
        marks = _landmarks(heads, self.options.landmarks)
        reach = self.options.window_size // 2 if self.options.overlapping else 0
        queries = heads.queries.reshape(n, count, length // window, window, size)
        keys = _windows(heads.keys, window, reach)
        near = queries @ keys.transpose(-1, -2)
        near_real = _windows(heads.real[:, None, :, None], window, reach).transpose(-1, -2)
        far = queries @ marks.keys.unsqueeze(2).transpose(-1, -2)
        scores = torch.cat(
            [
                near.masked_fill(~near_real, -torch.inf),
                far.masked_fill(~marks.real[:, None, None, None, :], -torch.inf),
            ],
            dim=-1,
        )
        weights: Tensor = self.dropout(scores.softmax(dim=-1))
        on_near, on_far = weights[..., : keys.shape[-2]], weights[..., keys.shape[-2] :]
        attended = on_near @ _windows(heads.values, window, reach)
        attended += on_far @ marks.values.unsqueeze(2)
        return attended.reshape(n, count, length, size)


def _landmarks(heads: Heads, count: int) -> Heads:
    """One query, key and value for each of ``count`` stretches [n, heads, count, size].

    A stretch of padding alone is not real. With fewer features than stretches some are.
    """
    n, n_heads, _, size = heads.keys.shape
    shape = (n, n_heads, count, -1, size)
    queries, keys, values = (
        _padded(part.transpose(-1, -2), count).transpose(-1, -2).reshape(shape)
        for part in heads[:3]
    )
    real = _padded(heads.real, count).reshape(n, 1, count, -1, 1)
    members = real.sum(dim=3).clamp(min=1)
    mean_query = (queries * real).sum(dim=3) / members
    mean_key = (keys * real).sum(dim=3) / members
    feature = (mean_query + mean_key).unsqueeze(3)
    # log of the kernel exp(feature . key - |key|^2 / 2)
    kernel = (feature * keys).sum(-1, keepdim=True) - (keys**2).sum(-1, keepdim=True) / 2
    # A finite mask: a stretch of padding alone would otherwise be 0 / 0.
    weights = kernel.masked_fill(~real, -1e9).softmax(dim=3)
    return Heads(mean_query, mean_key, (weights * values).sum(dim=3), real.any(dim=3)[:, 0, :, 0])


def _windows(x: Tensor, window: int, reach: int) -> Tensor:
    """[n, heads, length, size] -> [n, heads, windows, window + 2 * reach, size]; 0 beyond."""
    n, heads, length, size = x.shape
    if reach == 0:
        return x.reshape(n, heads, length // window, window, size)
    wide = nn.functional.pad(x, (0, 0, reach, reach))
    # By index, since Tensor.unfold is exported with a fixed number of windows.
    starts = torch.arange(length // window, device=x.device) * window
    positions = starts[:, None] + torch.arange(window + 2 * reach, device=x.device)
    return wide[:, :, positions]


def _padded(x: Tensor, multiple: int) -> Tensor:
    """The last axis filled up with 0 (False) to a multiple."""
    return nn.functional.pad(x, (0, -x.shape[-1] % multiple))
