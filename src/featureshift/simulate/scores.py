"""How well a predicted set of shifted features matches the truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from featureshift.errors import OptionError


@dataclass(frozen=True)
class Scores:
    """Precision, recall and F1 of the predicted set; AUROC of the ranking behind it."""

    precision: float
    recall: float
    f1: float
    auroc: float


def score(
    shifted_truth: ArrayLike, shifted_predicted: ArrayLike, scores: ArrayLike | None = None
) -> Scores:
    """Compare masks [features]; ``scores`` [features] are higher where a shift is likelier.

    Empty sets: with nothing shifted and nothing predicted, precision, recall and F1 are 1. With
    only one of the two empty, all three are 0. AUROC is NaN without scores, with a NaN among them,
    or when the truth has one class only.

    >>> score([True, False, True], [True, False, False], [0.9, 0.3, 0.4])
    Scores(precision=1.0, recall=0.5, f1=0.666..., auroc=1.0)
    """
    truth, predicted = _mask(shifted_truth), _mask(shifted_predicted)
    ranking = None if scores is None else np.asarray(scores, dtype=np.float64)
    for array in (predicted, ranking):
        if array is not None and array.shape != truth.shape:
            raise OptionError(
                "truth, prediction and scores disagree on the number of features",
                expected=str(truth.shape),
                found=str(array.shape),
            )
    area = float("nan") if ranking is None else auroc(truth, ranking)
    if not truth.any() and not predicted.any():
        return Scores(1.0, 1.0, 1.0, area)
    hits = int((truth & predicted).sum())
    return Scores(
        precision=hits / max(1, int(predicted.sum())),
        recall=hits / max(1, int(truth.sum())),
        f1=2 * hits / (int(predicted.sum()) + int(truth.sum())),
        auroc=area,
    )


def auroc(truth: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Probability that a shifted feature outranks an unshifted one, ties counting one half."""
    positives = int(truth.sum())
    negatives = truth.size - positives
    if positives == 0 or negatives == 0 or np.isnan(scores).any():
        return float("nan")
    # SciPy ranks too, but importing it takes ten times as long as a small cell of the benchmark.
    _, level, ties = np.unique(scores, return_inverse=True, return_counts=True)
    mean_rank = np.cumsum(ties) - (ties - 1) / 2
    rank_sum = float(mean_rank[level][truth].sum())
    return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives)


def _mask(values: ArrayLike) -> NDArray[np.bool_]:
    mask = np.asarray(values)
    if mask.dtype != np.bool_ or mask.ndim != 1:
        raise OptionError(
            "not a mask of features",
            expected="a bool array [features]",
            found=f"{mask.dtype} {mask.shape}",
            remedy="turn indices into a mask",
        )
    return mask
