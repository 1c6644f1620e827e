"""From a task to its labeled pair."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np

from featureshift.bench.task import NO_MANIPULATION, Task
from featureshift.corpus import (
    Dataset,
    Folder,
    algebraic,
    factors,
    find_dataset,
    probabilistic,
    scenes,
    turntable,
    unrelated,
)
from featureshift.simulate import LabeledPair, make_pair

Simulator = Callable[[int, int, np.random.Generator], Dataset]

SIMULATED: dict[str, Simulator] = {
    "sim-factors": factors,
    "sim-algebraic": algebraic,
    "sim-gaussian": lambda n, d, rng: probabilistic(n, d, rng, base="gaussian"),
    "sim-bernoulli": lambda n, d, rng: probabilistic(n, d, rng, base="bernoulli", n_steps=0),
    "sim-unrelated": unrelated,
    "sim-beta": lambda n, d, rng: probabilistic(n, d, rng, base="beta"),
    "sim-cifar10": scenes,
    "sim-coil100": turntable,
}


def dataset_of(task: Task, folder: Folder | None, *, online: bool = False) -> Dataset:
    """The table a task starts from, all its rows and columns; raises AbsentDataError."""
    if task.dataset in SIMULATED:
        return SIMULATED[task.dataset](2 * task.rows, task.columns, _rng(task, "table"))
    return find_dataset(task.dataset, folder=folder, online=online)


def pair_of(task: Task, dataset: Dataset, max_rows: int) -> LabeledPair:
    """The pair of a task; the same for every method but for the row cap."""
    values, categorical = dataset.values, dataset.categorical
    if 0 < task.columns < dataset.n_features:
        drawn = _rng(task, "columns").choice(dataset.n_features, task.columns, replace=False)
        chosen = np.sort(drawn)
        values, categorical = values[:, chosen], categorical[chosen]
    manipulation = None if task.manipulation == NO_MANIPULATION else task.manipulation
    return make_pair(
        values,
        categorical,
        manipulation,
        task.fraction,
        _rng(task, "pair"),
        max_rows=max_rows,
        ratio=task.ratio,
    )


def _rng(task: Task, purpose: str) -> np.random.Generator:
    """A stream of its own for each purpose, so that no draw depends on how much another drew."""
    digest = hashlib.sha256(f"{task.id}|{purpose}".encode()).digest()
    return np.random.default_rng(np.frombuffer(digest, dtype=np.uint32))
