"""Groups of examples, each a function of its request alone.

A group depends on the seed, its number and the probabilities of the manipulations it was asked for
with, and on nothing else. So it can be made in any process, and made again when training resumes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from featureshift.corpus import TRAINING_SIMULATORS, Dataset, Folder
from featureshift.corpus.training.tables import FolderTables
from featureshift.methods.fslnet.training.batch import Group
from featureshift.methods.fslnet.training.config import ExampleConfig
from featureshift.methods.fslnet.training.example import Example, describe_pair, make_pair
from featureshift.methods.fslnet.training.shapes import Shape, draw_rows, draw_shape
from featureshift.methods.measures import StatisticalMeasures
from featureshift.train.corpus import simulated, source_weights
from featureshift.train.seeds import Branch
from featureshift.train.settings import CorpusConfig

MAX_DRAWS = 20
"""Of tables that turn out smaller than they said, before a simulated one takes their place."""


@dataclass(frozen=True)
class Request:
    """A group that is wanted."""

    index: int
    probabilities: Mapping[str, float]
    """Of each manipulation."""


@dataclass(frozen=True)
class Producer:
    """Makes the group of a request. Can be pickled; tables are read where it runs."""

    seed: int
    corpus: CorpusConfig
    example: ExampleConfig
    group: int
    names: tuple[str, ...]
    """Tables of the folder to train on."""
    measures: StatisticalMeasures = field(default_factory=StatisticalMeasures)

    def __call__(self, request: Request) -> Group:
        rng = Branch.FSLNET_GROUP.generator(self.seed, request.index)
        shape = draw_shape(self.example, request.index, rng)
        examples = [
            self._example(shape, request.probabilities, child) for child in rng.spawn(self.group)
        ]
        return Group(tuple(examples), shape.network_rows)

    def _example(
        self, shape: Shape, probabilities: Mapping[str, float], rng: np.random.Generator
    ) -> Example:
        dataset = self._table(shape, rng)
        n_rows = min(draw_rows(self.example, shape, rng), dataset.n_rows)
        if rng.random() < self.example.unshifted:
            probabilities = {}
        pair = make_pair(dataset, n_rows, shape.features, self.example, probabilities, rng)
        kept = shape.network_rows * self.example.row_pool
        return describe_pair(pair, self.measures, kept, dataset.name)

    def _table(self, shape: Shape, rng: np.random.Generator) -> Dataset:
        weights = source_weights(self.corpus, has_tables=bool(self.names))
        source = str(rng.choice(list(weights), p=list(weights.values())))
        least = 2 * shape.network_rows
        names = self._tables.fitting(least, shape.features) if source == "real" else []
        for _ in range(MAX_DRAWS if names else 0):
            dataset = self._tables.load(names[int(rng.integers(len(names)))])
            if dataset.n_rows >= least and dataset.n_features >= shape.features:
                return dataset
        if source == "real":
            source = str(rng.choice(list(TRAINING_SIMULATORS)))
        n_rows = draw_rows(self.example, shape, rng)
        return simulated(source, n_rows, shape.features, self.corpus, rng)

    @cached_property
    def _tables(self) -> FolderTables:
        return FolderTables(
            Folder(self.corpus.folder),
            self.names,
            filtered=self.corpus.clean,
            cache_megabytes=self.corpus.cache_megabytes,
        )
