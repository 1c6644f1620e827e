"""The frame of a method that runs a trained network: its weights, its cut, its origin."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from featureshift.errors import OptionError
from featureshift.methods.base import Localizer, Scores
from featureshift.tables import Note
from featureshift.weights import Weights, open_weights


class TrainedLocalizer(Localizer):
    """Scores are probabilities; shifted means a probability above ``threshold``.

    Without one, the method has a cut of its own.
    """

    default_weights: ClassVar[str]
    """A shipped name."""

    def __init__(self, *, weights: str | Path | None, threshold: float | None) -> None:
        if threshold is not None and not 0 <= threshold <= 1:
            raise OptionError("threshold is no probability", found=repr(threshold))
        self.weights, self.threshold = weights, threshold
        self._opened: Weights | None = None

    def trained_on(self, sha256: str) -> bool:
        return sha256 in self._open().metadata.get("trained_on", ())

    def _open(self) -> Weights:
        """The weights, read when they are first needed."""
        if self._opened is None:
            self._opened = open_weights(
                self.default_weights if self.weights is None else self.weights
            )
        return self._opened

    def _verdict(self, logits: NDArray[np.floating[Any]], cut: float, *notes: Note) -> Scores:
        """Scores of logits [features], with a note on the weights they come from.

        ``cut`` is the method's own, of the probabilities.
        """
        own = Note(None, "weights", self._open().origin)
        threshold = cut if self.threshold is None else self.threshold
        return Scores(probability(logits), threshold, (own, *notes))


def probability(logits: ArrayLike) -> NDArray[np.float64]:
    """The logistic function, without overflow.

    >>> probability([-1000.0, 0.0]).tolist()
    [0.0, 0.5]
    """
    return np.asarray((1 + np.tanh(np.asarray(logits, np.float64) / 2)) / 2)
