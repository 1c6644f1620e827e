"""How much can be found at all? A test that is told the truth about every other feature.

It knows which features are shifted, so it asks of each changed one: do the unshifted features still
predict it as before? Two models learn that from one half of the rows, one on each table. In the
other half a discriminator tries to tell the tables apart by the feature, what the models say of it,
and how far off they are. What it cannot see, nobody who must search for the features will.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate import LabeledPair

Floats = NDArray[np.float32]
LEVEL_Z = 2.326
"""One in a hundred unchanged features passes it."""
MOST_FEATURES = 30
"""Tested of each task, drawn at random."""
CONTEXT = 64
"""Unshifted features that predict one: those most correlated with it."""
FOLDS = 3


@dataclass(frozen=True)
class OracleRow:
    task: str
    tested: int
    """Changed features, ``MOST_FEATURES`` at most."""
    seen: int
    """Of those."""


COLUMNS = tuple(field.name for field in fields(OracleRow))


def ask_oracle(task: str, pair: LabeledPair, rng: np.random.Generator) -> OracleRow:
    """Which share of the changed features of a task can be told from unchanged ones."""
    changed = np.flatnonzero(pair.changed)
    tested = rng.permutation(changed)[:MOST_FEATURES]
    context = np.flatnonzero(~pair.shifted)
    seen = [evidence(pair.reference, pair.query, int(j), context, rng) > LEVEL_Z for j in tested]
    return OracleRow(task, len(tested), int(np.sum(seen)))


def evidence(
    reference: Floats,
    query: Floats,
    feature: int,
    context: NDArray[np.intp],
    rng: np.random.Generator,
) -> float:
    """Standard deviations by which the tables differ in ``feature`` given ``context``."""
    import sklearn.ensemble  # noqa: F401  a limit reaches only what is loaded before it
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    pooled = np.concatenate([reference, query])
    context = _correlated(pooled, feature, context)
    half = [rng.permutation(len(table)) % 2 == 0 for table in (reference, query)]
    turns = [half, [~part for part in half]]
    with threadpool_limits(1):  # threads that share such small trees wait for each other
        found = [_of_half(reference, query, feature, context, fit, rng) for fit in turns]
    return float(np.sum(found) / np.sqrt(len(turns)))


def _correlated(pooled: Floats, feature: int, context: NDArray[np.intp]) -> NDArray[np.intp]:
    centered = pooled - pooled.mean(axis=0)
    spread = np.maximum(np.sqrt((centered**2).mean(axis=0)), 1e-12)
    strength = np.abs(centered[:, context].T @ centered[:, feature]) / spread[context]
    return context[np.argsort(-strength, kind="stable")[:CONTEXT]]


def _of_half(
    reference: Floats,
    query: Floats,
    feature: int,
    context: NDArray[np.intp],
    fit: Sequence[NDArray[np.bool_]],
    rng: np.random.Generator,
) -> float:
    """Models from the rows ``fit`` of each table; evidence from the others."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    tables = reference, query
    judged = [table[~rows] for table, rows in zip(tables, fit, strict=True)]
    both = np.concatenate(judged)
    own = both[:, feature]
    views = [own]
    for table, rows in zip(tables, fit, strict=True):
        model = HistGradientBoostingRegressor(max_iter=60, random_state=0)
        said = model.fit(table[rows][:, context], table[rows][:, feature]).predict(both[:, context])
        views += [said, own - said]
    return _discrimination(np.stack(views, axis=1), np.repeat([0, 1], [*map(len, judged)]), rng)


def _discrimination(
    views: NDArray[np.floating[Any]], table: NDArray[np.int_], rng: np.random.Generator
) -> float:
    """How far the area under the curve lies above one half, in its standard deviations."""
    from scipy.stats import rankdata
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=int(rng.integers(1 << 31)))
    model = HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=8, random_state=0)
    said = cross_val_predict(model, views, table, cv=folds, method="predict_proba")[:, 1]
    m, n = int((table == 0).sum()), int((table == 1).sum())
    area = (rankdata(said)[table == 1].sum() - n * (n + 1) / 2) / (m * n)
    return float((area - 0.5) / np.sqrt((m + n + 1) / (12 * m * n)))


def write_oracle(path: Path, rows: Iterable[OracleRow]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(astuple(row) for row in rows)


def read_oracle(path: Path) -> list[OracleRow]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            OracleRow(cells["task"], int(cells["tested"]), int(cells["seen"]))
            for cells in csv.DictReader(file)
        ]
