"""GraphNet: calibrated contrasts and a graph of related features, judged by a small network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.decide import Scale
from featureshift.engines.parallel import each
from featureshift.methods.base import MethodInfo, Move, Scores
from featureshift.methods.graphnet.any_shift import (
    CALMEST,
    UNCALIBRATED,
    any_shift_threshold,
    is_any_shifted,
)
from featureshift.methods.graphnet.channels import read_by
from featureshift.methods.graphnet.context import EFFECTIVE_ROWS
from featureshift.methods.graphnet.discount import (
    TURNS,
    Discount,
    discounted_graph,
    find_discount,
)
from featureshift.methods.graphnet.events.moves import find_moves
from featureshift.methods.graphnet.events.settled import moved_columns, settled
from featureshift.methods.graphnet.events.ties import KNOWN_LEVEL, LEVEL
from featureshift.methods.graphnet.expected_f1 import LEAST, best_cut
from featureshift.methods.graphnet.feature_graph import (
    FeatureGraph,
    feature_graph,
)
from featureshift.methods.graphnet.shared_rows import without_shared_traces
from featureshift.methods.trained import TrainedLocalizer, probability
from featureshift.rows.dependence import OrderedRows, ordered_rows
from featureshift.rows.few import far_columns
from featureshift.tables import Note, Progress, Side, TablePair
from featureshift.weights import Weights

CELLS = 1 << 24
"""Of each table that are described; 21,400 rows of 784 columns."""
FEWEST_ROWS = 1000
"""Described however wide a table is."""
LEARNED_WIDTH = 1000
"""Columns of the widest tables in training."""
SURE = 0.9
"""Probability of a flag that needs no second look where columns moved together."""
NEVER = -50.0
"""The logit of a column that holds one value everywhere: the network is not asked."""


class GraphNet(TrainedLocalizer):
    """What changed in each column and in its relations to a few others, judged by a network.

    Rows that depend on each other (series, repeated measures) count for fewer, by what contiguous
    blocks of the reference show, or its groups where these are given.

    Columns that lost their relations to others and kept those to each other moved together: the
    smaller of the two sides is flagged, as one event.

    Row order does not matter, a permutation of named columns permutes the scores, swapped tables
    have the same scores, and another unit or origin of a column leaves them as they are up to
    rounding. Large tables are sampled: at most 100,000 rows each, fewer when wide, of which 8,192
    serve where several columns predict one, and above 1,000 columns fewer (2,048 at least) where
    each is related to each. Rows are sampled by content hash, whatever the seed; so in larger
    tables another unit gives another sample, and scores differ as between two samples.

    Parameters
    ----------
    weights
        A shipped name, or the directory an export wrote; None for the shipped default.
    threshold
        Shifted means a probability above this. None: first test whether anything is shifted, by
        what tables without a shift reach that are as wide and whose other columns are as doubtful;
        then flag columns at the threshold with the highest expected F1, between a third and a half.
    """

    default_weights: ClassVar[str] = "graphnet"
    info: ClassVar[MethodInfo] = MethodInfo(
        name="graphnet",
        summary="trained network over calibrated contrasts and relations of columns",
        paper="this project",
        finds_joint_shifts=True,
        needs_n_shifted=False,
        cost="low: one sort of each column, one product of the table with itself",
        scale=Scale.PROBABILITY,
    )

    def __init__(
        self, *, weights: str | Path | None = None, threshold: float | None = None
    ) -> None:
        super().__init__(weights=weights, threshold=threshold)

    def sample_rows(self, n_features: int) -> int:
        return most_rows(n_features)

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        del rng  # the content of the rows decides
        weights = self._open()
        read_by(f"weights {weights.name!r}", weights.channels, weights.measures)
        varying = ~pair.inert
        logits = np.full(pair.n_features, NEVER)
        if not varying.any():
            return self._verdict(logits, LEAST)
        most = most_rows(int(varying.sum()))
        judged = _judged(weights, pair, varying)
        if progress is not None:
            progress(0.5)
        discount = None
        if judged.moved.any() or judged.flagged.any():
            ordered = _in_order(pair, varying)
            discount = find_discount(ordered, pair.query.n_rows, judged.graph.partners)
        if discount is not None:
            # What is far beyond the reference needs no more rows than there are.
            plain = np.where(far_columns(pair)[varying], judged.logits, CALMEST)
            judged = _judged(weights, pair, varying, discount, plain)
        found, cut = judged.logits, judged.cut
        if judged.in_doubt:
            others = np.zeros_like(varying)
            others[varying] = ~judged.moved
            left = None if discount is None else discount.some(~judged.moved)
            rest = _judged(weights, pair, others, left, judged.logits[~judged.moved])
            found = settled(judged.logits, judged.moves, rest.logits, judged.calibration)
            cut = best_cut(probability(found))
        logits[varying] = found
        verdict = self._verdict(logits, cut, *_notes(pair, most))
        return verdict._replace(
            partners=_partners(judged.graph, varying),
            moves=_moves(judged.moves, varying),
        )


@dataclass(frozen=True, eq=False)
class _Judged:
    """What the graph and the network say about some columns."""

    graph: FeatureGraph
    logits: NDArray[np.float64]
    calibration: Mapping[str, float]

    @cached_property
    def cut(self) -> float:
        return own_cut(self.logits, self.calibration)

    @cached_property
    def flagged(self) -> NDArray[np.bool_]:
        return np.asarray(probability(self.logits) > self.cut)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        level = KNOWN_LEVEL if self.flagged.any() else LEVEL
        return find_moves(self.graph, self.logits, level)

    @property
    def moved(self) -> NDArray[np.bool_]:
        return moved_columns(self.moves, len(self.logits))

    @property
    def in_doubt(self) -> bool:
        """Whether columns moved together, and the network misses one or is not sure of others."""
        moved = self.moved
        unsure = self.flagged & (probability(self.logits) < SURE)
        return bool(moved.any() and ((moved & ~self.flagged) | (unsure & ~moved)).any())


def most_rows(n_features: int) -> int:
    """Rows of a table this wide that are described.

    >>> [most_rows(d) for d in (8, 784, 200_000)]
    [100000, 21399, 1000]
    """
    return int(np.clip(CELLS // n_features, FEWEST_ROWS, EFFECTIVE_ROWS))


def multiplicity(n_features: int) -> float:
    """What logits lose in tables wider than those the network knows.

    There, more columns than it expects look shifted by chance alone. The root of the width was
    better on simulated tables of 1,500 to 9,000 columns than the width or nothing.

    >>> multiplicity(500), round(multiplicity(100_000), 2)
    (0.0, 2.3)
    """
    return 0.5 * max(0.0, float(np.log(n_features / LEARNED_WIDTH)))


def _tables(
    pair: TablePair, varying: NDArray[np.bool_], most: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The varying features of both, in random order of the rows."""

    def rows(side: Side) -> NDArray[np.float32]:
        found = side.shuffled_rows(most)
        return found if varying.all() else np.ascontiguousarray(found[:, varying])

    reference, query = each(rows, pair.sides)
    return reference, query


def _shared(pair: TablePair, most: int) -> list[NDArray[np.bool_]] | None:
    """Which of these rows are in both tables; None where hardly any is."""
    shared = [
        side.shared[side.sample.shuffled(most)] for side in pair.sides if side.shared is not None
    ]
    return shared or None


def _in_order(pair: TablePair, varying: NDArray[np.bool_]) -> OrderedRows:
    ordered = ordered_rows(pair.reference)
    return ordered._replace(rows=ordered.rows[:, varying])


def _verdicts(weights: Weights, graph: FeatureGraph) -> NDArray[np.float64]:
    """Logits, [features]."""
    found = (_logits(weights, graph) + _logits(weights, graph.swapped())) / 2
    return np.asarray(found - multiplicity(len(found)))


def _judged(
    weights: Weights,
    pair: TablePair,
    which: NDArray[np.bool_],
    discount: Discount | None = None,
    if_few: NDArray[np.float64] | None = None,
) -> _Judged:
    """Of the features ``which``; a discount is for rows that depend on each other.

    ``if_few`` are the logits of those whose rows are then worth too few.
    """
    calibration = weights.metadata.get("calibration", UNCALIBRATED)
    categorical = pair.categorical[which]
    most = most_rows(int(which.sum()))
    if discount is None:
        tables = _tables(pair, which, most)
        graph = feature_graph(*tables, categorical)
        if (shared := _shared(pair, most)) is not None:
            graph = without_shared_traces(graph, tables, shared)
        return _Judged(graph, _verdicts(weights, graph), calibration)
    reference, query = (
        side.encoded(side.sample.in_order(most, grouped=True))[:, which] for side in pair.sides
    )
    graphs = [
        discounted_graph(reference, query, categorical, discount, turn) for turn in range(TURNS)
    ]
    logits = np.mean([_verdicts(weights, graph) for graph in graphs], axis=0)
    if if_few is not None:
        logits = np.where(discount.too_few(len(reference), len(query)), if_few, logits)
    return _Judged(graphs[0], logits, calibration)


def own_cut(logits: NDArray[np.float64], calibration: Mapping[str, float]) -> float:
    """The probability above which features are shifted.

    Where anything is shifted, that of the highest expected F1; else the threshold of the test
    whether anything is, which no feature reaches.

    >>> calibration = {"cut": -2.0, "cut_slope": 0.5}
    >>> [round(own_cut(np.full(d, 1.4), calibration), 2) for d in (10, 1000)]
    [0.45, 0.81]
    """
    if is_any_shifted(logits, calibration):
        return best_cut(probability(logits))
    return max(LEAST, float(probability(any_shift_threshold(logits, calibration))))


def _logits(weights: Weights, graph: FeatureGraph) -> NDArray[np.float64]:
    read = read_by(f"weights {weights.name!r}", weights.channels, weights.measures)
    found = weights.run(
        "predict",
        nodes=graph.nodes[:, read.nodes],
        partners=graph.partners.astype(np.int64),
        edges=graph.edges[:, :, read.edges],
        linked=graph.linked.astype(np.float32),
    )
    return found.astype(np.float64)


def _partners(graph: FeatureGraph, varying: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Those of the graph, which is of the varying features alone, counted among all, [features, k].

    A constant has none but itself.
    """
    everyone = np.arange(len(varying))
    partners = np.repeat(everyone[:, None], graph.partners.shape[1], axis=1)
    partners[varying] = everyone[varying][graph.partners]
    return partners


def _moves(moves: Sequence[Move], varying: NDArray[np.bool_]) -> tuple[Move, ...]:
    """Those among the varying features, counted among all."""
    places = np.flatnonzero(varying).tolist()
    return tuple(Move(*(tuple(places[k] for k in side) for side in move)) for move in moves)


def _notes(pair: TablePair, most: int) -> tuple[Note, ...]:
    if all(side.n_rows <= most for side in pair.sides):
        return ()
    message = f"at most {most:,} rows of each table were described"
    return (Note(None, "described-rows", message),)
