"""The corpus of a training, as its settings say: which tables train, which are simulated."""

from __future__ import annotations

import numpy as np

from featureshift.corpus import TRAINING_SIMULATORS, Dataset, Folder
from featureshift.corpus.cleaning import MIN_FEATURES, MIN_ROWS
from featureshift.corpus.training.split import Split, split_folder
from featureshift.errors import OptionError
from featureshift.train.seeds import Branch
from featureshift.train.settings import CorpusConfig


def split_corpus(
    corpus: CorpusConfig, validation_tables: int, seed: int, *, min_features: int
) -> Split:
    """Training and validation tables of the configured folder; empty without one."""
    if not corpus.folder:
        if validation_tables:
            raise OptionError(
                "no tables to train on",
                expected=f"a folder from which {validation_tables} tables can validate",
                remedy="give --data DIR, or ask for 0 validation tables to train on simulated ones",
            )
        return Split((), (), (), ())
    # Cleaning leaves nothing of a smaller table, and each one drawn to validate must count.
    least_rows, least_features = (MIN_ROWS, MIN_FEATURES) if corpus.clean else (0, 0)
    return split_folder(
        Folder(corpus.folder),
        validation_tables,
        Branch.SPLIT.generator(seed),
        min_rows=max(corpus.min_rows, least_rows),
        min_features=max(min_features, least_features),
        benchmark=Folder(corpus.benchmark) if corpus.benchmark else None,
    )


def source_weights(corpus: CorpusConfig, *, has_tables: bool) -> dict[str, float]:
    """The probability of each kind of table."""
    weights = {
        "real": corpus.real if has_tables else 0.0,
        "algebraic": corpus.algebraic,
        "probabilistic": corpus.probabilistic,
    }
    total = sum(weights.values())
    return {source: weight / total for source, weight in weights.items()}


def simulated(
    source: str, n_rows: int, n_features: int, corpus: CorpusConfig, rng: np.random.Generator
) -> Dataset:
    """A table of a simulator, no larger than needed."""
    if source == "algebraic":
        n_inputs = min(int(rng.choice(corpus.algebraic_inputs)), n_features)
        return TRAINING_SIMULATORS[source](n_rows, n_features, rng, n_inputs=n_inputs)
    return TRAINING_SIMULATORS[source](n_rows, n_features, rng)
