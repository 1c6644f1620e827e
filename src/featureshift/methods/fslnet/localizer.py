"""FSL-Net, the method of the paper, run with onnxruntime on weights that were trained before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.registry import fold
from featureshift.errors import OptionError, UnknownNameError, WeightsError
from featureshift.methods.base import MethodInfo, Scores
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.decision import HALF, own_cut
from featureshift.methods.fslnet.learned import LearnedMaps, predict_logits
from featureshift.methods.fslnet.maps.drawn_kernels import DrawnKernels
from featureshift.methods.fslnet.maps.pair_maps import Fold, PairMaps, Reader
from featureshift.methods.measures import MERGES, FloatMap, StatisticalMeasures
from featureshift.methods.measures.measuring import measure, states
from featureshift.methods.trained import TrainedLocalizer
from featureshift.tables import Note, Progress, Side, TablePair, part
from featureshift.tables.encode import Encoder
from featureshift.tables.kept import explained_rows
from featureshift.tables.table import Batch, Selection
from featureshift.weights import Weights

MERGED_AT_ONCE = 32
"""Channels merged at a time: beside the maps themselves, 150 MB for 198,473 columns."""

CERTAIN = 20.0
"""A logit that leaves no doubt."""


class Marginals(NamedTuple):
    maps: tuple[FloatMap, FloatMap]
    """Statistical Measures of reference and query, [t1, features]."""
    median: NDArray[np.float32]
    """What a missing cell enters the networks as, [features]."""


class FSLNet(TrainedLocalizer):
    """Statistical Measures and learned maps of both tables, merged, judged by a network.

    Every row goes through the measures; every row goes through the networks too, unless
    ``max_network_rows`` bounds them, which then take a sample of the rows of each table. A
    missing cell enters the networks as its column's pooled median, read from the grid of the
    measures' pass over all rows (so within one cell in 100), and is left out of its own column's
    mean. How many cells are missing is not looked at, as in the paper, but a column without any
    value in one of the tables is shifted. The order of the columns has some influence, since
    convolutions run along it.

    Parameters
    ----------
    weights
        A shipped name, or the directory an export wrote; None for the shipped default.
    max_network_rows
        At most so many rows of each table go through the networks; None for all.
    threshold
        Shifted means a probability above this. None: above one half, as in the paper, and, if the
        weights know how high the highest probability of a table without a shift can be, only where
        that is exceeded.
    """

    default_weights: ClassVar[str] = "fslnet"
    info: ClassVar[MethodInfo] = MethodInfo(
        name="fslnet",
        summary="trained network over statistical measures and learned moments of rows",
        paper="Barrabés et al., ICML 2025",
        finds_joint_shifts=True,
        needs_n_shifted=False,
        cost="high: 400,000 operations a cell",
        slow=True,
    )

    def __init__(
        self,
        *,
        weights: str | Path | None = None,
        max_network_rows: int | None = None,
        threshold: float | None = None,
    ) -> None:
        if max_network_rows is not None and max_network_rows < 1:
            raise OptionError(
                "max_network_rows is below 1",
                expected="a positive number, or None",
                found=repr(max_network_rows),
            )
        super().__init__(weights=weights, threshold=threshold)
        self.max_network_rows = max_network_rows

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        del rng  # nothing here is random
        weights = self._open()
        config = _config_of(weights)
        if config.is_studentized:
            logits = _studentized_logits(weights, config, pair, self._network_rows(pair))
            cut = own_cut(logits[~pair.inert], weights.metadata.get("calibration"))
            return self._verdict(logits, cut, *self._notes(pair, config))
        marginals = _marginals(config, pair, part(progress, 0.0, 0.1))
        chosen = self._network_rows(pair)
        learned = _learned(weights, config, chosen, marginals.median, part(progress, 0.1, 1.0))
        merged = _merge(config, [marginals.maps, learned])
        logits = predict_logits(weights, merged, halo=config.predict_halo)
        logits[_lost(pair)] = CERTAIN
        return self._verdict(logits, HALF, *self._notes(pair, config))

    def sample_rows(self, n_features: int) -> int:
        return max(self.max_network_rows or 0, explained_rows(n_features))

    def _network_rows(self, pair: TablePair) -> TablePair:
        def few(side: Side) -> Side:
            return replace(side, max_rows=min(self.max_network_rows or side.n_rows, side.n_rows))

        return replace(pair, reference=few(pair.reference), query=few(pair.query))

    def _notes(self, pair: TablePair, config: FSLNetConfig) -> tuple[Note, ...]:
        most = self.max_network_rows
        if most is None or all(side.n_rows <= most for side in pair.sides):
            return ()
        if not (config.learned_channels or config.is_studentized):
            return ()
        message = f"at most {most} rows of each table went through the networks"
        return (Note(None, "network-rows", message),)


def _studentized_logits(
    weights: Weights, config: FSLNetConfig, pair: TablePair, chosen: TablePair
) -> NDArray[np.float64]:
    """Logits [features] of the studentized recipe; a column that holds one value is not shifted.

    The rows of ``chosen`` go through the kernels, all rows through the measures.
    """
    logits = np.full(pair.n_features, -CERTAIN)
    varying = ~pair.inert
    if varying.any():
        kernels = None
        if config.use_moments:
            stored = weights.run("kernels")
            kernels = DrawnKernels(stored[:, :-1], stored[:, -1])
        maps = PairMaps(config.statistical_measures, config.use_measures, kernels, config.use_cells)
        whole, few = (_fold_of(each, varying) for each in (pair, chosen))
        merged = maps(whole, int(varying.sum()), network=few)
        logits[varying] = predict_logits(weights, merged, halo=config.predict_halo)
    logits[_lost(pair)] = CERTAIN
    return logits


@dataclass(frozen=True, eq=False)
class _VaryingReader:
    """Feeds a reader with the varying columns of a side, scaled by the range of both tables."""

    reader: Reader[Any]
    selection: Sequence[Selection]
    encoder: Encoder
    varying: NDArray[np.bool_]

    def start(self) -> Any:
        return self.reader.start(int(self.varying.sum()))

    def update(self, state: Any, batch: Batch) -> Any:
        block = self.encoder.unit(batch.values)
        if not self.varying.all():
            block = np.ascontiguousarray(block[:, self.varying])
        return self.reader.update(state, block)

    def merge(self, first: Any, second: Any) -> Any:
        return self.reader.merge(first, second)


def _fold_of(pair: TablePair, varying: NDArray[np.bool_]) -> Fold:
    def run(reader: Reader[Any]) -> tuple[Any, Any]:
        reference, query = (
            fold(_VaryingReader(reader, side.selection, side.encoder, varying), side.partitions)
            for side in pair.sides
        )
        return reference, query

    return run


def _config_of(weights: Weights) -> FSLNetConfig:
    if weights.network != "fslnet":
        raise WeightsError(
            f"weights {weights.name!r} are of another network",
            expected="an fslnet",
            found=f"a {weights.network}",
        )
    try:
        config = FSLNetConfig.from_dict(weights.config)
    except (OptionError, UnknownNameError) as error:
        raise WeightsError(f"weights {weights.name!r} have an unknown config: {error}") from error
    if weights.channels != config.channels:
        raise WeightsError(
            f"weights {weights.name!r} were trained on other channels than this version computes",
            expected=f"{len(config.channels)} channels: {config.channels[0]}, ...",
            found=f"{len(weights.channels)} channels",
        )
    return config


def _lost(pair: TablePair) -> NDArray[np.bool_]:
    """Columns without any value in just one of the tables [features]: no map can see that."""
    absent = [side.scan.present == 0 for side in pair.sides]
    return np.asarray(absent[0] != absent[1])


def _marginals(config: FSLNetConfig, pair: TablePair, progress: Progress | None) -> Marginals:
    """One pass over all rows: the measures, and the pooled median if cells are missing."""
    wanted = config.measures if config.use_measures else ()
    functional = _with_median(config, wanted) if pair.has_missing else None
    nothing = np.zeros(pair.n_features, np.float32)
    if functional is None:
        if not wanted:
            return Marginals((np.empty((0, pair.n_features)),) * 2, nothing)
        return Marginals(measure(config.statistical_measures, pair, progress), nothing)
    both = states(functional, pair, progress)
    pooled = functional.result(functional.merge(*both))
    median = pooled[functional.channels.index("median")].astype(np.float32)
    kept = slice(0, len(config.measure_channels))
    maps = (functional.result(both[0])[kept], functional.result(both[1])[kept])
    return Marginals(maps, np.nan_to_num(median))


def _with_median(config: FSLNetConfig, names: tuple[str, ...]) -> StatisticalMeasures:
    if "median" not in names:
        names += ("median",)
    return StatisticalMeasures(names, cells=config.cells, orders=config.orders)


def _learned(
    weights: Weights,
    config: FSLNetConfig,
    pair: TablePair,
    median: NDArray[np.float32],
    progress: Progress | None,
) -> tuple[FloatMap, FloatMap]:
    names = config.learned_channels
    if not names:
        return (np.empty((0, pair.n_features)),) * 2
    return measure(LearnedMaps(weights, names, config.describe_halo, median), pair, progress)


def _merge(config: FSLNetConfig, maps: list[tuple[FloatMap, FloatMap]]) -> NDArray[np.float32]:
    """The merged map of all channels [merged channels, features], a few channels at a time.

    Every merge works channel by channel; concatenation puts the queries' channels last.
    """
    merge = MERGES[config.prediction_merge]
    n_channels, n_features = len(config.channels), maps[0][0].shape[1]
    merged = np.empty((config.merged_channels // n_channels, n_channels, n_features), np.float32)
    place = 0
    for reference, query in maps:
        for first in range(0, len(reference), MERGED_AT_ONCE):
            few = slice(first, first + MERGED_AT_ONCE)
            part = merge(reference[few], query[few]).reshape(len(merged), -1, n_features)
            merged[:, place : place + part.shape[1]] = part
            place += part.shape[1]
    merged *= np.float32(config.norm_factor(n_features))
    return merged.reshape(-1, n_features)
