"""One labeled pair as the networks read it: measures of all rows, some rows, the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset
from featureshift.methods.fslnet.training.config import ExampleConfig
from featureshift.methods.measures import StatisticalMeasures
from featureshift.simulate import LabeledPair, Scene, normalize, split
from featureshift.simulate.degenerate import with_degenerate_columns
from featureshift.simulate.draw import draw_chosen, draw_manipulation, manipulated
from featureshift.simulate.pairs import binary_columns

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Half:
    """Reference or query of a pair."""

    rows: Floats
    """[rows, features] in [0, 1]; a missing cell holds the pooled median of its column."""
    present: Flags | None
    """[rows, features]; None when no cell is missing."""
    measures: Floats
    """[channels, features], of all rows; 0 where either half has no value to measure."""


@dataclass(frozen=True, eq=False)
class Example:
    """A pair with the truth about it."""

    reference: Half
    query: Half
    shifted: Flags
    """[features]: the manipulated columns whose values really changed. To call a permuted constant
    shifted would teach the network to flag constants."""
    manipulation: str | None
    """None when nothing is shifted."""
    table: str


def make_pair(
    dataset: Dataset,
    n_rows: int,
    n_features: int,
    config: ExampleConfig,
    probabilities: Mapping[str, float],
    rng: np.random.Generator,
) -> LabeledPair:
    """Draw rows and columns in random order, normalize, split, manipulate.

    ``probabilities`` holds the share of each manipulation; with none, nothing is shifted.
    """
    rows = rng.permutation(dataset.n_rows)[:n_rows]
    columns = rng.permutation(dataset.n_features)[:n_features]
    values, categorical = dataset.values[np.ix_(rows, columns)], dataset.categorical[columns]
    if rng.random() < config.degenerate:
        values = with_degenerate_columns(values, rng)
    values = normalize(values)
    if rng.random() < config.binary_as_categorical:
        categorical = categorical | binary_columns(values)
    reference, query = split(values, rng)
    manipulation = draw_manipulation(probabilities, categorical, rng)
    chosen = np.empty(0, np.intp)
    if manipulation is not None:
        chosen = draw_chosen(manipulation, categorical, config.max_share, rng)
    return manipulated(Scene(reference, query, chosen, categorical), manipulation, rng)


def describe_pair(
    pair: LabeledPair, measures: StatisticalMeasures, kept_rows: int, table: str = ""
) -> Example:
    """Measure all rows of a pair and keep the first ``kept_rows`` of each half.

    The halves are normalized together once more: whoever meets two tables later knows their pooled
    range only as it is after the shift.
    """
    n = len(pair.reference)
    values = normalize(np.concatenate([pair.reference, pair.query]))
    maps = [
        measures.result(measures.update(measures.start(values.shape[1]), half))
        for half in (values[:n], values[n:])
    ]
    unknown = np.isnan(maps[0]) | np.isnan(maps[1])
    maps = [np.where(unknown, 0.0, map_) for map_ in maps]
    medians = _medians(values)
    halves = [
        _half(half[:kept_rows], medians, map_)
        for half, map_ in zip((values[:n], values[n:]), maps, strict=True)
    ]
    name = pair.manipulation if pair.changed.any() else None
    return Example(halves[0], halves[1], pair.changed, name, table)


def _half(values: Floats, medians: Floats, map_: NDArray[np.float64]) -> Half:
    missing = np.isnan(values)
    holes = bool(missing.any())
    rows = np.where(missing, medians, values) if holes else np.ascontiguousarray(values)
    return Half(rows, ~missing if holes else None, map_.astype(np.float32))


def _medians(values: Floats) -> Floats:
    """[features]: the medians of columns that miss cells, 0 for others and for empty ones."""
    medians = np.zeros(values.shape[1], np.float32)
    for column in np.flatnonzero(np.isnan(values).any(axis=0)):
        present = values[~np.isnan(values[:, column]), column]
        medians[column] = np.median(present) if len(present) else 0
    return medians


def with_rows(half: Half, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Half:
    """Some rows and a new order of the columns; the measures follow the columns."""
    chosen = np.ix_(rows, columns)
    return replace(
        half,
        rows=half.rows[chosen],
        present=None if half.present is None else half.present[chosen],
        measures=half.measures[:, columns],
    )
