"""One labeled pair for GraphNet: sizes of all kinds, equal halves or not, T shifts or our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus import TRAINING_SIMULATORS
from featureshift.corpus.rare_binary import rare_binary
from featureshift.simulate import OWN, TRAINING, LabeledPair, Scene, normalize
from featureshift.train.config import CorpusConfig
from featureshift.train.degenerate import with_degenerate_columns
from featureshift.train.example import binary_columns
from featureshift.train.graph_config import GraphExampleConfig
from featureshift.train.manipulate import draw_chosen, draw_manipulation, manipulated
from featureshift.train.producer import simulated, source_weights
from featureshift.train.shapes import log_uniform
from featureshift.train.tables import FolderTables

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class PairSource:
    """Draws labeled pairs from tables of a folder and from the simulators."""

    tables: FolderTables | None
    """None: simulated tables only."""
    corpus: CorpusConfig
    config: GraphExampleConfig

    def draw(self, rng: np.random.Generator) -> LabeledPair:
        config = self.config
        n_features, n_rows = self._size(rng)
        values, categorical = self._table(n_rows, n_features, rng)
        if rng.random() < config.degenerate:
            values = with_degenerate_columns(values, rng)
        values = normalize(values)
        if rng.random() < config.binary_as_categorical:
            categorical = categorical | binary_columns(values)
        cut = self._cut(len(values), rng)
        scene = Scene(values[:cut], values[cut:], np.empty(0, np.intp), categorical)
        if rng.random() < config.unshifted:
            return manipulated(scene, None, rng)
        return self._shifted(scene, rng)

    def _size(self, rng: np.random.Generator) -> tuple[int, int]:
        config = self.config
        wide = rng.random() < config.wide
        n_features = log_uniform(*(config.wide_features if wide else config.features), rng)
        n_rows = log_uniform(*config.rows, rng)
        return n_features, max(config.rows[0], min(n_rows, config.max_cells // n_features))

    def _table(
        self, n_rows: int, n_features: int, rng: np.random.Generator
    ) -> tuple[Floats, Flags]:
        """Rows and columns in random order; a table smaller than asked for gives all it has."""
        if rng.random() < self.config.rare_binary:
            return rare_binary(n_rows, n_features, rng), np.ones(n_features, np.bool_)
        weights = source_weights(self.corpus, has_tables=self.tables is not None)
        source = str(rng.choice(list(weights), p=list(weights.values())))
        if self.tables is None or source in TRAINING_SIMULATORS:
            dataset = simulated(source, n_rows, n_features, self.corpus, rng)
        else:
            # Few tables are as large as the largest pairs: half the size will do.
            least = max(2 * self.config.fewest_rows, n_rows // 4), n_features // 2
            names = self.tables.fitting(*least) or list(self.tables.names)
            dataset = self.tables.load(names[int(rng.integers(len(names)))])
        rows = rng.permutation(dataset.n_rows)[:n_rows]
        columns = rng.permutation(dataset.n_features)[:n_features]
        return dataset.values[np.ix_(rows, columns)], dataset.categorical[columns]

    def _cut(self, n_rows: int, rng: np.random.Generator) -> int:
        share = 0.5 if rng.random() < self.config.equal_halves else rng.uniform(0.1, 0.9)
        fewest = min(self.config.fewest_rows, n_rows // 2)
        return int(np.clip(round(share * n_rows), fewest, n_rows - fewest))

    def _shifted(self, scene: Scene, rng: np.random.Generator) -> LabeledPair:
        names = OWN if rng.random() < self.config.own else TRAINING
        manipulation = draw_manipulation(_equally(names), scene.categorical, rng)
        if manipulation is None:
            return manipulated(scene, None, rng)
        chosen = draw_chosen(manipulation, scene.categorical, self.config.max_share, rng)
        scene = Scene(scene.reference, scene.query, chosen, scene.categorical)
        return manipulated(scene, manipulation, rng)


def _equally(names: tuple[str, ...]) -> Mapping[str, float]:
    return dict.fromkeys(names, 1 / len(names))
