"""FSL-Net: maps of both tables, merged, to one logit a feature."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
import torch
from torch import Tensor, nn

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.maps.drawn_kernels import DrawnKernels, draw_kernels
from featureshift.methods.fslnet.maps.pair_maps import PairMaps
from featureshift.methods.fslnet.network.blocks import NormalizedConvolution
from featureshift.methods.fslnet.network.merging import TORCH_MERGES
from featureshift.methods.fslnet.network.moment_means import Rows, moment_means
from featureshift.methods.fslnet.network.normalization import FreezableBatchNorm
from featureshift.methods.fslnet.network.prediction import PredictionNetwork
from featureshift.methods.fslnet.network.rows import moment_extraction, neural_embedding


def drawn(count: int) -> DrawnKernels:
    """Kernels by torch's randomness, as all that a new network begins with."""
    seed = int(torch.randint(2**31, ()))
    return draw_kernels(count, np.random.default_rng(seed))


class FSLNetOutput(NamedTuple):
    logits: Tensor
    """[G, d]; their sigmoid is the probability of each feature to be shifted."""
    maps_reference: Tensor
    """The learned maps [G, t2 + t3, d]; NaN where no row of a feature is present."""
    maps_query: Tensor


class Sums(NamedTuple):
    """Learned maps of some rows before the division: adding them merges partitions."""

    values: Tensor
    """[t2 + t3, d]"""
    counts: Tensor
    """Rows in which each feature is present, [d]."""


class FSLNet(nn.Module):
    """The paper's network (Barrabés et al., ICML 2025) of the parts the config switches on.

    Values are scaled to [0, 1]; a missing cell holds its column's pooled median and is False in
    ``present``. It takes part in the convolutions of its neighbors, but not in the mean over rows
    of its own column.

    >>> _ = torch.manual_seed(0)
    >>> network = FSLNet(FSLNetConfig()).eval()
    >>> rows, measures = torch.rand(2, 3, 50, 9), torch.rand(2, 3, 206, 9)
    >>> output = network(rows[0], rows[1], measures[0], measures[1])
    >>> output.logits.shape, output.maps_query.shape
    (torch.Size([3, 9]), torch.Size([3, 128, 9]))
    """

    kernel_weights: Tensor
    kernel_bias: Tensor

    def __init__(self, config: FSLNetConfig) -> None:
        super().__init__()
        self.config = config
        learned = config.use_moments and not config.moment_drawn
        self.moments = moment_extraction(config) if learned else None
        self.embedding = neural_embedding(config) if config.use_embedding else None
        self.embedding_awake = True
        """While asleep the embedding is 0 in both maps and costs nothing: it is 40 times as dear as
        all the rest, so training may begin without it. A plain attribute, set by the trainer."""
        self.prediction = PredictionNetwork(config)
        if config.is_studentized and config.use_moments:
            kernels = drawn(config.moment_kernels)
            self.register_buffer("kernel_weights", torch.from_numpy(kernels.weights))
            self.register_buffer("kernel_bias", torch.from_numpy(kernels.bias))

    @property
    def kernels(self) -> DrawnKernels | None:
        """The drawn kernels, if the config has any."""
        if not (self.config.is_studentized and self.config.use_moments):
            return None
        return DrawnKernels(self.kernel_weights.cpu().numpy(), self.kernel_bias.cpu().numpy())

    @property
    def pair_maps(self) -> PairMaps:
        """What makes merged maps of two tables, where the merge is studentized."""
        config = self.config
        return PairMaps(
            config.statistical_measures, config.use_measures, self.kernels, config.use_cells
        )

    def forward(
        self,
        reference: Tensor,
        query: Tensor,
        measures_reference: Tensor | None = None,
        measures_query: Tensor | None = None,
        present_reference: Tensor | None = None,
        present_query: Tensor | None = None,
        *,
        embedding_rows: int | None = None,
    ) -> FSLNetOutput:
        """G pairs of equal shape: rows [G, R, d] and [G, Q, d], measures [G, t1, d] of each.

        ``present`` [G, R, d] is True where a cell is not missing; None means everywhere. Measures
        are not looked at if ``config.use_measures`` is off. The embedding, which costs 40 times as
        much a cell as the rest, sees the first ``embedding_rows`` of each table only, if given.

        Not for the studentized merge, whose maps ``pair_maps`` makes; see ``judge``.
        """
        sides = (Rows(reference, present_reference), Rows(query, present_query))
        maps = self._maps(*sides, embedding_rows)
        merged = TORCH_MERGES[self.config.prediction_merge](
            self._with_measures(measures_reference, maps[0]),
            self._with_measures(measures_query, maps[1]),
        )
        merged = merged * self.config.norm_factor(merged.shape[-1])
        return FSLNetOutput(self.prediction(merged), *maps)

    def describe(self, values: Tensor, present: Tensor) -> Sums:
        """Learned maps of rows [R, d], summed over the rows where each feature is present."""
        weights = present.to(values.dtype)
        sums = (self.row_maps(values) * weights[:, None, :]).sum(dim=0)
        return Sums(sums, weights.sum(dim=0))

    def judge(self, merged: Tensor) -> Tensor:
        """Logits [G, d] of merged maps [G, t, d]."""
        logits: Tensor = self.prediction(merged)
        return logits

    def predict(self, merged: Tensor) -> Tensor:
        """Logits [d] of one merged map [t, d]."""
        logits: Tensor = self.prediction(merged.unsqueeze(0))
        return logits.squeeze(0)

    def row_maps(self, values: Tensor) -> Tensor:
        """What each row [n, d] adds to the learned maps, [n, t2 + t3, d]."""
        x = values[:, None, None, :].contiguous(memory_format=torch.channels_last)
        parts = [part(x) for part in (self.moments, self._awake_embedding()) if part is not None]
        asleep = self.config.embedding_kernels if self._is_asleep() else 0
        if asleep or not parts:
            parts.append(x.new_zeros((len(x), asleep, 1, x.shape[-1])))
        return torch.cat(parts, dim=1).squeeze(2)

    def _is_asleep(self) -> bool:
        return self.embedding is not None and not self.embedding_awake

    def _awake_embedding(self) -> nn.Module | None:
        return None if self._is_asleep() else self.embedding

    def freeze_batch_norm(self) -> Self:
        """From now on the running statistics count, also while training, and stay as they are."""
        for module in self.modules():
            if isinstance(module, FreezableBatchNorm):
                module.freeze()
        return self

    def _maps(self, reference: Rows, query: Rows, embedding_rows: int | None) -> list[Tensor]:
        """The learned maps of both tables, [G, t2 + t3, d] each."""
        parts = []
        if self.moments is not None:
            parts.append(_means(self.moments, reference, query))
        if self._is_asleep():
            parts.append([self._zeros(side.values) for side in (reference, query)])
        elif self.embedding is not None:
            few = [side.first(embedding_rows) for side in (reference, query)]
            parts.append(_means(self.embedding, *few))
        if not parts:
            return [side.values[:, :0] for side in (reference, query)]
        return [torch.cat(of_side, dim=1) for of_side in zip(*parts, strict=True)]

    def _zeros(self, values: Tensor) -> Tensor:
        channels = self.config.embedding_kernels
        return values.new_zeros(len(values), channels, values.shape[-1])

    def _with_measures(self, measures: Tensor | None, learned: Tensor) -> Tensor:
        if not self.config.use_measures:
            return learned
        if measures is None:
            raise TypeError("config.use_measures is on, so the measures of both tables are needed")
        return torch.cat([measures.to(learned.dtype), learned], dim=-2)


def _means(network: nn.Module, reference: Rows, query: Rows) -> list[Tensor]:
    """Means over rows of both tables, [G, t, d] each.

    One call for the rows of all pairs and both tables: batch norm must see them together, for
    statistics of each table alone would erase the very shift.
    """
    group, _, features = reference.values.shape
    if isinstance(network, NormalizedConvolution) and isinstance(network.activation, nn.ReLU):
        return moment_means(network, [reference, query])
    rows = torch.cat([reference.values, query.values], dim=1)
    x = rows.reshape(-1, 1, 1, features).contiguous(memory_format=torch.channels_last)
    maps = network(x).reshape(group, rows.shape[1], -1, features)
    cut = reference.values.shape[1]
    own, other = maps[:, :cut], maps[:, cut:]
    return [_mean(own, reference.present), _mean(other, query.present)]


def _mean(rows: Tensor, present: Tensor | None) -> Tensor:
    """Mean over rows [G, R, t, d] where present [G, R, d]; NaN where no row is."""
    if present is None:
        return rows.mean(dim=1)
    weights = present.to(rows.dtype).unsqueeze(2)
    counts = weights.sum(dim=1)
    # The NaN is filled in afterwards: 0 / 0 would give NaN gradients to every weight.
    means = (rows * weights).sum(dim=1) / counts.clamp(min=1.0)
    return means.masked_fill(counts == 0, torch.nan)
