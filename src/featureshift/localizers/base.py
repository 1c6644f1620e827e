"""One interface for every method: the public ``localize`` and the private hook ``_score``."""

from __future__ import annotations

import inspect
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from featureshift.descriptors.kept_partners import keep_evidence
from featureshift.errors import MethodError, OptionError, UnknownNameError
from featureshift.localizers.decide import decide
from featureshift.localizers.result import Localization, RowsUsed
from featureshift.tables import Note, Progress, TablePair, align, part


@dataclass(frozen=True)
class MethodInfo:
    """What one needs to know to choose a method."""

    name: str
    summary: str
    paper: str
    finds_joint_shifts: bool
    """Whether it can see a column whose own distribution is unchanged."""
    needs_n_shifted: bool
    cost: str
    """Relative to the cheapest, in words."""
    extra: str | None = None
    """The optional dependency it needs."""
    slow: bool = False
    """Whether the benchmark gives it fewer rows on wide tables."""
    ignores_row_order: bool = True
    """Whether shuffled rows give the same scores; not so where rows are drawn by position."""


class Cut(NamedTuple):
    threshold: float
    """Shifted means a score above this."""
    notes: tuple[Note, ...] = ()
    """Which rule set it."""


class Scores(NamedTuple):
    values: NDArray[np.float64]
    """[features], finite; the larger, the more shifted."""
    cut: float | Callable[[], Cut]
    """The method's own threshold. One that takes work is a function, which is called only where
    the user gave neither a number nor a threshold."""
    notes: tuple[Note, ...] = ()


class Localizer(ABC):
    """Base of every method. A subclass names itself in ``info`` and implements ``_score``.

    Parameters are the arguments of ``__init__``, stored under their own names and never changed
    by ``localize``, so that one instance can be used any number of times.
    """

    info: ClassVar[MethodInfo]
    sample_rows: ClassVar[int] = 0
    """Rows the method wants in the pass-1 sample of each table."""

    def localize(
        self,
        reference: Any,
        query: Any,
        *,
        threshold: float | None = None,
        n_shifted: int | None = None,
        columns: str | Iterable[str] | None = None,
        ignore: str | Iterable[str] | None = None,
        max_rows: int | None = None,
        strict: bool = False,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Localization:
        """Which features of ``query`` are shifted against ``reference``.

        Parameters
        ----------
        reference, query
            Tables: NumPy array, pandas, polars, pyarrow, or a path. Matched by column name.
        threshold
            Shifted means a score above this, instead of the method's own threshold.
        n_shifted
            The number of shifted features, where it is known; excludes ``threshold``.
        columns, ignore
            Compare only these columns; leave these out.
        max_rows
            Use a random choice of at most so many rows of each table; which ones depends on the
            order of the rows.
        strict
            Raise where a column would otherwise be left out or read in a special way.
        seed
            Governs whatever is random. Same seed, same result.
        progress
            Called now and then with the share of the work that is done.
        """
        started = time.perf_counter()
        _check_options(threshold, n_shifted, max_rows, seed)
        pair = align(
            reference,
            query,
            columns=columns,
            ignore=ignore,
            max_rows=max_rows,
            sample_rows=self.sample_rows,
            evidence=True,
            strict=strict,
            seed=seed,
            progress=part(progress, 0.0, 0.5),
        )
        scores = self._score(pair, np.random.default_rng(seed), part(progress, 0.5, 1.0))
        values = np.where(pair.inert, 0.0, self._checked(scores.values, pair))
        cut = _cut(scores, threshold, n_shifted)
        decision = decide(values, ~pair.inert, threshold=cut.threshold, n_shifted=n_shifted)
        evidence = keep_evidence(pair, values, decision.shifted)
        if progress is not None:
            progress(1.0)  # a cut that was not needed leaves its share untold
        return Localization(
            features=pair.features,
            scores=values,
            shifted=decision.shifted,
            threshold=decision.threshold,
            method=self.info.name,
            rows_used=RowsUsed(pair.reference.n_rows, pair.query.n_rows),
            seconds=time.perf_counter() - started,
            notes=pair.notes + scores.notes + cut.notes,
            evidence=evidence,
        )

    def trained_on(self, sha256: str) -> bool:  # noqa: ARG002
        """Whether the method has learned from the table with this content hash."""
        return False

    @abstractmethod
    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores: ...

    def _checked(self, given: ArrayLike, pair: TablePair) -> NDArray[np.float64]:
        values = np.asarray(given, dtype=np.float64)
        if values.shape != (pair.n_features,) or not np.isfinite(values).all():
            raise MethodError(
                f"{self.info.name} gave scores that cannot be decided on",
                expected=f"{pair.n_features} finite numbers",
                found=f"shape {values.shape}, {np.isfinite(values).sum()} of them finite",
            )
        return values

    def get_params(self) -> dict[str, Any]:
        """The arguments this instance was made with."""
        return {name: getattr(self, name) for name in _parameters(type(self))}

    def set_params(self, **params: Any) -> Self:
        """Change some arguments, checked as by ``__init__``; returns the instance."""
        known = _parameters(type(self))
        for name in params:
            if name not in known:
                raise UnknownNameError(f"parameter of {type(self).__name__}", name, known)
        type(self).__init__(self, **(self.get_params() | params))
        return self

    def __repr__(self) -> str:
        arguments = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({arguments})"


def _parameters(cls: type) -> list[str]:
    return list(inspect.signature(cls).parameters)


def _cut(scores: Scores, threshold: float | None, n_shifted: int | None) -> Cut:
    """The user's where one is given, else the method's own; NaN where a number decides."""
    if n_shifted is not None:
        message = f"n_shifted is given: shifted are the {n_shifted} features with highest scores"
        return Cut(math.nan, (Note(None, "decision-rule", message),))
    if threshold is not None:
        message = f"a threshold is given: shifted means a score above {threshold:g}"
        return Cut(threshold, (Note(None, "decision-rule", message),))
    return scores.cut() if callable(scores.cut) else Cut(scores.cut)


def _check_options(threshold: Any, n_shifted: Any, max_rows: Any, seed: Any) -> None:
    if threshold is not None and n_shifted is not None:
        raise OptionError(
            "threshold and n_shifted exclude each other",
            expected="at most one of the two",
            remedy="give n_shifted only where the number of shifted features is known",
        )
    if threshold is not None and not (isinstance(threshold, Real) and math.isfinite(threshold)):
        raise OptionError("threshold is not a finite number", found=repr(threshold))
    for name, value, least in (("n_shifted", n_shifted, 0), ("max_rows", max_rows, 1)):
        if value is not None and not (isinstance(value, Integral) and int(value) >= least):
            raise OptionError(f"{name} is no count", expected=f"{least} or more", found=repr(value))
    if not (isinstance(seed, Integral) and int(seed) >= 0):
        raise OptionError("seed is no count", expected="0 or more", found=repr(seed))
