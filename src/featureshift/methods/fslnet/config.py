"""What an FSL-Net is made of. No torch here: whoever runs exported weights reads this too."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Self

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.fslnet.maps.drawn_kernels import TAPS
from featureshift.methods.fslnet.maps.pair_maps import map_channels
from featureshift.methods.fslnet.maps.studentized import STUDENTIZED
from featureshift.methods.measures import MERGES, PAPER_MEASURES, StatisticalMeasures

ACTIVATIONS = ("relu", "tanh", "gelu")
INPUTS = ("identity", "batch_norm", "signed_log")
STARTS = ("uniform", "centered")

SEARCH_SPACE: dict[str, tuple[Any, ...]] = {
    "cells": ((100,), (50, 100)),
    "orders": ((2,), (3,), (2, 3)),
    "moment_kernels": (32, 64, 128),
    "moment_kernel_size": (75, 125),
    "moment_dilation": (1,),
    "moment_activation": ("relu", "tanh"),
    "embedding_layers": (3, 5, 7),
    "embedding_kernels": (32, 64),
    "embedding_kernel_size": (5, 7),
    "embedding_dilation": (1,),
    "embedding_activation": ("tanh", "gelu"),
    "embedding_attention": (False, True),
    "prediction_layers": (3, 5, 7),
    "prediction_kernels": (32, 64),
    "prediction_kernel_size": (5, 7),
    "prediction_dilation": (1,),
    "prediction_activation": ("tanh", "gelu"),
    "prediction_attention": (False, True),
    "prediction_merge": tuple(MERGES),
    "attention_heads": (4, 8),
    "attention_landmarks": (8,),
    "attention_window_factor": (4,),
    "attention_window_size": (7, 9),
    "attention_overlapping": (True, False),
    "attention_dropout": (0.0, 0.3, 0.5),
    "attention_projection_dropout": (0.0,),
}
"""Values the paper searched, by field of :class:`FSLNetConfig`."""

SEARCH_MEASURES = (*PAPER_MEASURES, "skewness", "kurtosis", "dispersion", "trimmed_mean")
"""Measures the paper searched, each on or off; together they make the field ``measures``."""


@dataclass(frozen=True)
class FSLNetConfig:
    """The paper's optimum by default.

    >>> config = FSLNetConfig(use_moments=False, embedding_kernels=32)
    >>> len(config.measure_channels), len(config.learned_channels), config.merged_channels
    (206, 32, 238)
    >>> FSLNetConfig.from_dict(config.to_dict()) == config
    True
    """

    measures: tuple[str, ...] = PAPER_MEASURES
    """Names out of ``methods.measures.MEASURES``, in the order of their channels."""
    cells: tuple[int, ...] = (100,)
    """Grids of histogram and ECDF."""
    orders: tuple[int, ...] = (2, 3)
    """Orders of the raw moments."""
    use_measures: bool = True
    """Whether the Statistical Measures are among the maps (SM in the ablation)."""
    use_moments: bool = True
    """Whether the Moment Extraction Network is (ME)."""
    use_embedding: bool = True
    """Whether the Neural Embedding Network is (NE)."""

    moment_kernels: int = 64
    """Channels of the Moment Extraction Network."""
    moment_kernel_size: int = 75
    """Columns one kernel spans; odd."""
    moment_dilation: int = 1
    """Distance between the columns of one kernel."""
    moment_activation: str = "relu"
    """One of ``ACTIVATIONS``."""
    moment_start: str = "uniform"
    """One of ``STARTS``: where training begins. "centered" kernels look at their own column and a
    random choice of others, so that a broken relation shows in the column it belongs to."""
    moment_drawn: bool = False
    """Whether kernels are drawn and stay as they are, look at neighbors around a ring of columns,
    and are multiplied by the cell itself (``maps.drawn_kernels``). For the studentized merge."""
    use_cells: bool = False
    """Whether functions of a cell and of what its neighbors say of it are among the maps, in place
    of an embedding (``maps.cell_functions``). For the studentized merge."""

    embedding_layers: int = 5
    """Residual blocks, of two convolutions each."""
    embedding_kernels: int = 64
    """Channels of the Neural Embedding Network."""
    embedding_kernel_size: int = 5
    """Columns one kernel spans; odd. With attention, kernels have size 1 instead."""
    embedding_dilation: int = 1
    """Distance between the columns of one kernel."""
    embedding_activation: str = "tanh"
    """One of ``ACTIVATIONS``."""
    embedding_attention: bool = False
    """Attention between columns in each block, followed by convolutions of size 1."""

    prediction_layers: int = 7
    """Residual blocks, of two convolutions each."""
    prediction_kernels: int = 64
    """Channels of the Prediction Network."""
    prediction_kernel_size: int = 5
    """Columns one kernel spans; odd. With attention, kernels have size 1 instead."""
    prediction_dilation: int = 1
    """Distance between the columns of one kernel."""
    prediction_activation: str = "tanh"
    """One of ``ACTIVATIONS``."""
    prediction_attention: bool = False
    """Attention between columns in each block, followed by convolutions of size 1."""
    prediction_merge: str = "normalized_squared_difference"
    """How the maps of both tables become one: a name out of ``measures.MERGES``, or "studentized":
    differences in their own sampling error, and the sizes of the tables (``maps.studentized``)."""
    prediction_norm_columns: int = 64
    """The norm in the normalized squared difference is that of at most so many average columns:
    over all columns of a wide table it would make values smaller than any that training knows. The
    paper takes all: a number that no table reaches."""
    prediction_input: str = "identity"
    """One of ``INPUTS``: what is done to the merged map first. The paper knows only the identity;
    the others tame channels whose scales lie orders of magnitude apart."""
    prediction_context: bool = False
    """Whether each residual block is also told the mean and the highest of its channels over all
    columns: what is much depends on the table at hand."""

    attention_heads: int = 4
    """Heads; their number divides the kernels."""
    attention_landmarks: int = 8
    """Stretches of columns that are summarized by one key and one value each."""
    attention_window_factor: int = 4
    """The window of a table of d columns is ``min(max(8, d // factor), 32)``."""
    attention_window_size: int = 7
    """With overlapping windows, keys reach half of this beyond either end of the window."""
    attention_overlapping: bool = False
    """Whether windows overlap in their keys."""
    attention_dropout: float = 0.0
    """Of attention weights, while training."""
    attention_projection_dropout: float = 0.0
    """Of what attention puts out, while training."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            value = _as_python(value, field.default)
            _check(field.name, value, field.default)
            object.__setattr__(self, field.name, value)
        if not (self.use_measures or self.use_moments or self.use_embedding or self.use_cells):
            raise OptionError(
                "an FSL-Net without any map",
                expected="at least one of use_measures, use_moments, use_embedding, use_cells",
            )
        self._check_heads()
        self._check_maps()
        _ = self.statistical_measures  # refuses unknown measures and bad grids

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The config of plain values, as JSON gives them; fields left out take their defaults."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise UnknownNameError("option of FSLNetConfig", name, known)
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        values = dataclasses.asdict(self)
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}

    @cached_property
    def statistical_measures(self) -> StatisticalMeasures:
        return StatisticalMeasures(self.measures, cells=self.cells, orders=self.orders)

    @property
    def measure_channels(self) -> tuple[str, ...]:
        """Names of the t1 channels of the Statistical Measures; none if they are off."""
        return self.statistical_measures.channels if self.use_measures else ()

    @property
    def learned_channels(self) -> tuple[str, ...]:
        """Names of the t2 + t3 channels that the two networks make of rows."""
        moments = self.moment_kernels if self.use_moments and not self.moment_drawn else 0
        embedding = self.embedding_kernels if self.use_embedding else 0
        return (
            *(f"moment_extraction_{k:03d}" for k in range(moments)),
            *(f"neural_embedding_{k:03d}" for k in range(embedding)),
        )

    @property
    def channels(self) -> tuple[str, ...]:
        """Names of the t channels of one table's map, in order."""
        if not self.is_studentized:
            return self.measure_channels + self.learned_channels
        kernels = self.moment_kernels if self.use_moments else 0
        return map_channels(self.measure_channels, kernels, use_cells=self.use_cells)

    @property
    def is_studentized(self) -> bool:
        return self.prediction_merge == STUDENTIZED

    @property
    def merged_channels(self) -> int:
        """Channels of the merged map: t, or 2 t for the concatenation."""
        return len(self.channels) * (2 if self.prediction_merge == "concatenation" else 1)

    def norm_factor(self, n_features: int) -> float:
        """What the merged map of so many columns is multiplied by.

        >>> FSLNetConfig().norm_factor(256), FSLNetConfig().norm_factor(8)
        (2.0, 1.0)
        """
        if self.prediction_merge != "normalized_squared_difference":
            return 1.0
        return math.sqrt(max(1.0, n_features / self.prediction_norm_columns))

    @property
    def describe_halo(self) -> int | None:
        """Columns on either side that the learned maps of a column depend on; None: all."""
        moments = self.use_moments * (self.moment_kernel_size // 2 * self.moment_dilation)
        if not self.use_embedding:
            return moments
        if self.embedding_attention:
            return None
        reach = self.embedding_kernel_size // 2 * self.embedding_dilation
        return max(moments, 2 * self.embedding_layers * reach)

    @property
    def predict_halo(self) -> int | None:
        """Columns on either side that the logit of a column depends on; None: all."""
        if self.prediction_attention or self.prediction_context:
            return None
        reach = self.prediction_kernel_size // 2 * self.prediction_dilation
        return 2 * self.prediction_layers * reach

    def _check_heads(self) -> None:
        for part in ("embedding", "prediction"):
            kernels = getattr(self, f"{part}_kernels")
            if getattr(self, f"{part}_attention") and kernels % self.attention_heads:
                raise OptionError(
                    f"attention_heads does not divide {part}_kernels",
                    expected=f"a divisor of {kernels}",
                    found=str(self.attention_heads),
                )

    def _check_maps(self) -> None:
        """Sampling errors are known of drawn kernels and of seven measures, not of trained maps."""
        if not self.is_studentized:
            if self.moment_drawn or self.use_cells:
                raise OptionError(
                    "moment_drawn and use_cells are of the studentized merge",
                    expected=f"prediction_merge = {STUDENTIZED!r}",
                    found=self.prediction_merge,
                )
            return
        if self.use_embedding or (self.use_moments and not self.moment_drawn):
            raise OptionError(
                "the studentized merge knows no error of trained maps",
                expected="use_embedding = false, and moment_drawn = true or use_moments = false",
            )
        if (self.moment_kernel_size, self.moment_dilation) != (TAPS, 1):
            raise OptionError("drawn kernels span a fixed width", expected=f"{TAPS} columns")
        unknown = set(self.measures).difference(PAPER_MEASURES)
        if unknown:
            raise OptionError(
                "measures whose sampling error is not known", found=", ".join(sorted(unknown))
            )


_CHOICES = {
    "activation": ACTIVATIONS,
    "input": INPUTS,
    "merge": (*MERGES, STUDENTIZED),
    "start": STARTS,
}


def _as_python(value: Any, default: Any) -> Any:
    """JSON has no tuples, and may write 0.0 as 0."""
    if isinstance(default, tuple) and isinstance(value, list):
        return tuple(value)
    return float(value) if isinstance(default, float) and type(value) is int else value


def _check(name: str, value: Any, default: Any) -> None:
    """Refuse a value of another type than the default's, or out of range."""
    if type(value) is not type(default):
        raise _refused(name, value, f"a {type(default).__name__}")
    if type(value) is tuple and any(type(each) is not type(default[0]) for each in value):
        raise _refused(name, value, f"every one a {type(default[0]).__name__}")
    last = name.rpartition("_")[2]
    if last in _CHOICES and value not in _CHOICES[last]:
        raise UnknownNameError(name, value, _CHOICES[last])
    if type(value) is int and value < 1:
        raise _refused(name, value, "1 or more")
    if name.endswith("kernel_size") and value % 2 == 0:
        raise _refused(name, value, "an odd number, so that a kernel has a center")
    if type(value) is float and not 0 <= value < 1:
        raise _refused(name, value, "from 0 to below 1")


def _refused(name: str, value: Any, expected: str) -> OptionError:
    problem = f"{name} of an FSL-Net cannot be this"
    return OptionError(problem, expected=expected, found=repr(value))
