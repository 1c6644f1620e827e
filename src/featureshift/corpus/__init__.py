"""Data sets with provenance, and the simulators that make them."""

from collections.abc import Callable

from featureshift.corpus.algebraic import algebraic
from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.corpus.functions import cosine, polynomial
from featureshift.corpus.probabilistic import probabilistic

TRAINING_SIMULATORS: dict[str, Callable[..., Dataset]] = {
    "algebraic": algebraic,
    "probabilistic": probabilistic,
}
"""Each takes (n_rows, n_features, rng)."""

EVALUATION_SIMULATORS: dict[str, Callable[..., Dataset]] = {
    "polynomial": polynomial,
    "cosine": cosine,
}
"""As above; never train on them."""

__all__ = [
    "EVALUATION_SIMULATORS",
    "TRAINING_SIMULATORS",
    "Dataset",
    "Provenance",
    "algebraic",
    "cosine",
    "polynomial",
    "probabilistic",
]
