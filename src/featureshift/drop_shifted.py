"""A step of a scikit-learn pipeline that lets no shifted column pass."""

from __future__ import annotations

from typing import Any, Self

from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from featureshift.localize import localize


class DropShifted(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Drop the columns of a batch that are shifted against the table this was fitted on.

    What passes depends on the batch: what comes next has to cope with columns that are not there.
    The table of ``fit`` itself passes whole.

    Parameters
    ----------
    method, error_budget, min_effect, seed
        As of :func:`featureshift.localize`.

    Attributes
    ----------
    reference_
        The table of ``fit``.
    result_
        The localization of the last batch.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> reference, query = rng.normal(size=(1000, 3)), rng.normal(size=(1000, 3)) + [0, 2, 0]
    >>> DropShifted().fit(reference).transform(query).shape
    (1000, 2)
    """

    def __init__(
        self,
        method: str | None = None,
        *,
        error_budget: float | None = None,
        min_effect: float | None = None,
        seed: int = 0,
    ) -> None:
        self.method, self.error_budget = method, error_budget
        self.min_effect, self.seed = min_effect, seed

    def fit(self, X: Any, y: Any = None) -> Self:  # noqa: ARG002 (asked for by scikit-learn)
        """Keep the reference."""
        self.reference_ = X
        return self

    def transform(self, X: Any) -> Any:
        """The batch without shifted columns, as the kind of table it is."""
        check_is_fitted(self, "reference_")
        if X is self.reference_:
            return X
        self.result_ = localize(
            self.reference_,
            X,
            method=self.method,
            error_budget=self.error_budget,
            min_effect=self.min_effect,
            seed=self.seed,
        )
        return self.result_.drop(X)
