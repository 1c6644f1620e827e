"""Data sets with provenance, and the simulators that make them."""

from collections.abc import Callable

from featureshift.corpus.algebraic import algebraic
from featureshift.corpus.catalog import CATALOG, CatalogEntry, find_dataset, is_available
from featureshift.corpus.cleaning import clean, clean_dataset
from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.corpus.factors import factors
from featureshift.corpus.folder import Folder, FolderEntry
from featureshift.corpus.functions import cosine, polynomial
from featureshift.corpus.openml import list_candidates, load_openml
from featureshift.corpus.probabilistic import probabilistic
from featureshift.corpus.scenes import scenes
from featureshift.corpus.turntable import turntable
from featureshift.corpus.uci import load_gas, load_uci
from featureshift.corpus.unrelated import unrelated

TRAINING_SIMULATORS: dict[str, Callable[..., Dataset]] = {
    "algebraic": algebraic,
    "probabilistic": probabilistic,
}
"""Each takes (n_rows, n_features, rng)."""

EVALUATION_SIMULATORS: dict[str, Callable[..., Dataset]] = {
    "polynomial": polynomial,
    "cosine": cosine,
    "scenes": scenes,
    "turntable": turntable,
    "unrelated": unrelated,
}
"""As above; never train on them."""

__all__ = [
    "CATALOG",
    "EVALUATION_SIMULATORS",
    "TRAINING_SIMULATORS",
    "CatalogEntry",
    "Dataset",
    "Folder",
    "FolderEntry",
    "Provenance",
    "algebraic",
    "clean",
    "clean_dataset",
    "cosine",
    "factors",
    "find_dataset",
    "is_available",
    "list_candidates",
    "load_gas",
    "load_openml",
    "load_uci",
    "polynomial",
    "probabilistic",
    "scenes",
    "turntable",
    "unrelated",
]
