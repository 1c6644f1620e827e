"""How much can be found at all? A test that knows the truth about every other feature.

It knows which features are shifted, so it asks of each changed one: do the unshifted features still
predict it as before? Models learn the prediction from one half of the rows, one on each table. In
the other half three looks are taken: do rows lie on the side of their own table's model, where the
two disagree, for trees and for straight lines, which need fewer rows; and can a discriminator tell
the tables apart by the feature, what the trees say of it, and how far off they are? What none of
these sees is hard to find for anybody, and harder for whoever must search for the features too.
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
LEVEL_Z = 2.713
"""One in 300 passes it by chance, so one in a hundred unchanged features in three looks."""
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
    """Standard deviations by which the tables differ in ``feature`` given ``context``.

    Of three looks the one that sees most.
    """
    import sklearn.ensemble  # noqa: F401  a limit reaches only what is loaded before it
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    pooled = np.concatenate([reference, query])
    context = _correlated(pooled, feature, context)
    half = [rng.permutation(len(table)) % 2 == 0 for table in (reference, query)]
    turns = [half, [~part for part in half]]
    with threadpool_limits(1):  # threads that share such small trees wait for each other
        looks = [_looks(reference, query, feature, context, fit, rng) for fit in turns]
    return float(np.max(np.sum(looks, axis=0)) / np.sqrt(len(turns)))


def _correlated(pooled: Floats, feature: int, context: NDArray[np.intp]) -> NDArray[np.intp]:
    centered = pooled - pooled.mean(axis=0)
    spread = np.maximum(np.sqrt((centered**2).mean(axis=0)), 1e-12)
    strength = np.abs(centered[:, context].T @ centered[:, feature]) / spread[context]
    return context[np.argsort(-strength, kind="stable")[:CONTEXT]]


def _looks(
    reference: Floats,
    query: Floats,
    feature: int,
    context: NDArray[np.intp],
    fit: Sequence[NDArray[np.bool_]],
    rng: np.random.Generator,
) -> list[float]:
    """Models from the rows ``fit`` of each table; evidence from the others, of each look."""
    from sklearn.ensemble import HistGradientBoostingRegressor
    from sklearn.linear_model import RidgeCV

    tables = reference, query
    judged = [table[~rows] for table, rows in zip(tables, fit, strict=True)]
    both = np.concatenate(judged)
    own, table = both[:, feature], np.repeat([0, 1], [*map(len, judged)])
    said = {
        kind: [
            model.fit(of[rows][:, context], of[rows][:, feature]).predict(both[:, context])
            for of, rows in zip(tables, fit, strict=True)
        ]
        for kind, model in (
            ("trees", HistGradientBoostingRegressor(max_iter=60, random_state=0)),
            ("lines", RidgeCV(alphas=np.logspace(-2, 4, 7))),
        )
    }
    views = [own, *(view for one in said["trees"] for view in (one, own - one))]
    sides = [_side(own, models[0], models[1], table) for models in said.values()]
    return [*sides, _discrimination(np.stack(views, axis=1), table, rng)]


def _side(
    own: NDArray[np.floating[Any]],
    by_reference: NDArray[np.floating[Any]],
    by_query: NDArray[np.floating[Any]],
    table: NDArray[np.int_],
) -> float:
    """Whether values lie on the side of their own table's model, in standard deviations."""
    off = own - (by_reference + by_query) / 2
    votes = off * (by_reference - by_query) * np.where(table == 0, 1, -1)
    return float(votes.mean() / max(votes.std() / np.sqrt(len(votes)), 1e-12))


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
