"""DataFix (DF-Locate): take away what lets a forest tell the tables apart, until it cannot."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.methods.base import Cut, Localizer, MethodInfo, Scores
from featureshift.methods.baselines._shared.knee import knee_count
from featureshift.methods.baselines._shared.matrices import Matrices, matrices_of
from featureshift.methods.baselines._shared.ranking import falling_scores
from featureshift.tables import Note, Progress, TablePair

STOP_ACCURACY = 0.51


class Discrimination(NamedTuple):
    accuracy: float
    """Balanced, of the predictions on held-out rows."""
    importances: NDArray[np.float64]
    """[features], mean decrease of impurity, averaged over folds; sums to 1."""

    @property
    def divergence(self) -> float:
        """Total variation distance, as far as the forest sees it."""
        return max(0.0, 2 * self.accuracy - 1)


class DataFix(Localizer):
    """Iterative removal of the columns by which a random forest tells query from reference.

    Each round, a cross-validated forest gives the divergence ``2 * balanced accuracy - 1`` and
    the importance of each column. Of the columns with at least ``alpha`` / columns left, the
    first that together have ``tau`` times the divergence are removed. It ends below an accuracy
    of 0.51, where nothing can be removed, or with half the columns gone; the knee of divergence
    against removed columns then says how many of them were shifted.

    A column's score is the divergence that was there before its removal, falling along the order
    of removal; columns never removed follow by importance. Missing cells stay missing, which
    trees can split on, so changed missingness is seen. The forest draws columns by position:
    another column order gives other, similar scores. With few rows, 0.51 is reached by chance.

    Parameters
    ----------
    tau
        Share of the divergence that the columns removed in a round must account for.
    alpha
        Importance below which a column is not removed, over one by the columns left.
    n_estimators
        Trees of a forest.
    folds
        Of the cross-validation.
    max_samples
        Rows drawn for each tree, at most, which bounds the cost of long tables.
    time_limit
        Seconds after which no further round is begun; a note tells when it struck.
    n_jobs
        Threads, -1 for all cores.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> reference, query = rng.normal(size=(2, 500, 4))
    >>> query[:, 1] *= 3
    >>> DataFix(n_estimators=20).localize(reference, query).shifted_features
    ('x1',)
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="datafix",
        summary="random forests, most telling columns removed until tables look alike",
        paper="Barrabés et al., NeurIPS 2023 (DF-Locate)",
        finds_joint_shifts=True,
        needs_n_shifted=False,
        cost="high: a cross-validated forest per round, some ten rounds",
        extra="methods",
        slow=True,
        ignores_row_order=False,
    )

    def __init__(
        self,
        *,
        tau: float = 0.1,
        alpha: float = 1.0,
        n_estimators: int = 100,
        folds: int = 3,
        max_samples: int = 4096,
        time_limit: float | None = None,
        n_jobs: int = 2,
    ) -> None:
        if not tau > 0 or not alpha >= 0:
            raise OptionError("tau or alpha is out of range", found=f"tau={tau}, alpha={alpha}")
        if n_estimators < 1 or folds < 2 or max_samples < 1:
            raise OptionError(
                "too few trees, folds or rows",
                expected="at least 1 tree, 2 folds and 1 row a tree",
                found=f"n_estimators={n_estimators}, folds={folds}, max_samples={max_samples}",
            )
        self.tau, self.alpha, self.n_estimators, self.folds = tau, alpha, n_estimators, folds
        self.max_samples, self.time_limit, self.n_jobs = max_samples, time_limit, n_jobs

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        matrices = matrices_of(pair)
        if np.bincount(matrices.source, minlength=2).min() < 2:
            note = Note(None, "too-few-rows", "one row cannot be held out; nothing is compared")
            return Scores(np.zeros(pair.n_features), 0.0, (note,))
        return self._search(matrices, int(rng.integers(2**31)), progress).scores()

    def _search(self, matrices: Matrices, seed: int, progress: Progress | None) -> Search:
        deadline = time.monotonic() + (np.inf if self.time_limit is None else self.time_limit)
        values = matrices.with_holes
        search = Search(list(range(values.shape[1])), limit=max(1, values.shape[1] // 2))
        while search.left:
            found = self.discriminate(values[:, search.left], matrices.source, seed)
            search.record(found)
            if progress is not None:
                progress(len(search.removed) / search.limit)
            chosen = self._removable(found, search.limit - len(search.removed))
            if found.accuracy < STOP_ACCURACY or len(chosen) == 0:
                return search
            if time.monotonic() > deadline:
                search.out_of_time = True
                return search
            search.remove(chosen)
        search.record(Discrimination(0.5, np.zeros(0)))  # no column left to tell tables apart by
        return search

    def discriminate(
        self, values: NDArray[np.float32], source: NDArray[np.int8], seed: int
    ) -> Discrimination:
        """How well a forest tells the sources of held-out rows, and by which columns."""
        from sklearn.metrics import balanced_accuracy_score
        from sklearn.model_selection import StratifiedKFold

        folds = min(self.folds, int(np.bincount(source).min()))
        splits = StratifiedKFold(folds, shuffle=True, random_state=seed).split(values, source)
        predicted, importances = np.empty_like(source), np.zeros(values.shape[1])
        for train, test in splits:
            forest = self.forest(len(train), seed).fit(values[train], source[train])
            # Threads add votes in any order, and rounding could turn a tie: same seed, same result.
            predicted[test] = forest.set_params(n_jobs=1).predict(values[test])
            importances += forest.feature_importances_ / folds
        return Discrimination(float(balanced_accuracy_score(source, predicted)), importances)

    def forest(self, rows: int, seed: int) -> Any:
        """The classifier for so many training rows, not fitted."""
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(
            self.n_estimators,
            max_samples=min(self.max_samples, rows),
            n_jobs=self.n_jobs,
            random_state=seed,
        )

    def _removable(self, found: Discrimination, at_most: int) -> NDArray[np.intp]:
        """Positions to remove, most important first."""
        ranked = np.argsort(-found.importances, kind="stable")
        # "At least" rather than "above", or else a lone column could never be removed.
        floor = self.alpha / len(ranked) * (1 - 1e-9)
        telling = int(np.count_nonzero(found.importances >= floor))
        mass = np.cumsum(found.importances[ranked])
        enough = 1 + int(np.searchsorted(mass, self.tau * found.divergence))
        return ranked[: min(telling, enough, at_most)]


@dataclass
class Search:
    """What was removed so far, and the divergence before each removal."""

    left: list[int]
    limit: int
    """Columns that may be removed."""
    out_of_time: bool = False
    removed: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    divergences: list[float] = field(default_factory=list)
    before: list[float] = field(default_factory=list)
    """Of each removed column: the divergence before its round."""
    importances: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def record(self, found: Discrimination) -> None:
        self.counts.append(len(self.removed))
        self.divergences.append(found.divergence)
        self.importances = found.importances

    def remove(self, positions: NDArray[np.intp]) -> None:
        chosen = [self.left[position] for position in positions.tolist()]
        self.removed += chosen
        self.before += [self.divergences[-1]] * len(chosen)
        self.left = [column for column in self.left if column not in set(chosen)]

    def scores(self) -> Scores:
        rest = np.argsort(-self.importances, kind="stable")
        order = [*self.removed, *(self.left[position] for position in rest.tolist())]
        tail = self.divergences[-1] * self.importances[rest]
        values = falling_scores(order, [*self.before, *tail.tolist()])
        late = "the time limit ended the search; more columns may be shifted"
        notes = (Note(None, "time-limit", late),) if self.out_of_time else ()
        return Scores(values, lambda: self._cut_at_knee(values), notes)

    def _cut_at_knee(self, values: NDArray[np.float64]) -> Cut:
        tolerance = 2 * STOP_ACCURACY - 1
        number = knee_count(self.counts, self.divergences, limit=self.limit, tolerance=tolerance)
        ranked = np.sort(values)[::-1]
        threshold = ranked[number] if number < len(ranked) else np.nextafter(ranked[-1], -np.inf)
        message = (
            f"the knee of the divergence decides: "
            f"{number} of {len(self.removed)} columns removed in {len(self.counts)} rounds, "
            f"divergence {self.divergences[0]:.3f} to {self.divergences[-1]:.3f}"
        )
        return Cut(float(threshold), (Note(None, "decision-rule", message),))
