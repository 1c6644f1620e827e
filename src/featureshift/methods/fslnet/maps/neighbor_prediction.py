"""What the neighbors of each cell say of it: a ridge regression per column, on both tables pooled.

A column that was shuffled, or whose relation to others broke in any other way, is predicted worse
in one table than in the other; one that was itself predicted from others is predicted better.
Fitted on the pooled rows, a prediction knows nothing of which table a row is from.

Products of columns are sums over rows, so they merge; the regressions follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.column_ring import RingPanel, ring_panels
from featureshift.methods.fslnet.maps.standardize import FARTHEST, Standardizer
from featureshift.methods.measures.functional import Block

LEAST_PENALTY = 1e-3
"""Of a correlation matrix. Floors hide evidence where columns determine each other."""
PENALTY_PER_NEIGHBOR = 0.5
"""Added for each neighbor, over the number of rows: with few rows a fit follows chance."""
FARTHEST_RESIDUAL = 8.0
LEAST_DEVIATION = 1e-4
"""Of a prediction or a residual, in deviations of the column."""
PREDICTIONS = ("all", "even", "odd")
"""From which neighbors a column is predicted: from all, or from every second one. Where several
columns changed together, one half of the neighbors may still tell what the other hides."""


@dataclass(frozen=True, eq=False)
class Products:
    """Sums over rows of z_i z_j, within each panel."""

    count: int
    """Rows."""
    panels: tuple[NDArray[np.float64], ...]
    """[seen, seen] of each panel."""

    @classmethod
    def start(cls, n_features: int) -> Products:
        sizes = [len(panel.seen) for panel in ring_panels(n_features)]
        return cls(0, tuple(np.zeros((size, size)) for size in sizes))

    def update(self, standard: Block) -> Products:
        """With the rows of a standardized block [rows, features]; the state itself is changed."""
        for products, panel in zip(self.panels, ring_panels(standard.shape[1]), strict=True):
            seen = seen_by(standard, panel)
            products += seen.T @ seen
        return Products(self.count + len(standard), self.panels)

    def merge(self, other: Products) -> Products:
        """Both together; the state itself is changed, for it is large."""
        for left, right in zip(self.panels, other.panels, strict=True):
            left += right
        return Products(self.count + other.count, self.panels)


@dataclass(frozen=True, eq=False)
class ProductsReader:
    """Products of the rows of a table that is scaled to [0, 1]."""

    standardizer: Standardizer

    def start(self, n_features: int) -> Products:
        return Products.start(n_features)

    def update(self, state: Products, block: Block) -> Products:
        return state.update(self.standardizer(block))

    def merge(self, left: Products, right: Products) -> Products:
        return left.merge(right)


class Predicted(NamedTuple):
    """Cells beside what their neighbors say of them, each in its own pooled deviation."""

    predictions: NDArray[np.float32]
    """[PREDICTIONS, rows, core]"""
    residuals: NDArray[np.float32]
    """[PREDICTIONS, rows, core]"""


@dataclass(frozen=True, eq=False)
class _PanelFit:
    coefficients: NDArray[np.float32]
    """[PREDICTIONS, seen, core]"""
    predicted_deviation: NDArray[np.float32]
    """[PREDICTIONS, 1, core]"""
    residual_deviation: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class NeighborPrediction:
    """The fitted regressions of all columns."""

    panels: tuple[_PanelFit, ...]

    @classmethod
    def fit(cls, pooled: Products, n_features: int) -> NeighborPrediction:
        """The regressions by the products of both tables together.

        >>> z = np.random.default_rng(0).normal(size=(500, 3)).astype(np.float32)
        >>> z[:, 2] = (z[:, 0] - z[:, 1]) / np.sqrt(2)
        >>> fitted = NeighborPrediction.fit(Products.start(3).update(z), 3)
        >>> fitted.panels[0].coefficients[0, :, 2].round(1)
        array([ 0.7, -0.7,  0. ], dtype=float32)
        """
        fitted = (
            _fit(products, panel.own, pooled.count)
            for products, panel in zip(pooled.panels, ring_panels(n_features), strict=True)
        )
        return cls(tuple(fitted))

    def __call__(self, seen: Block, own: NDArray[np.float32], number: int) -> Predicted:
        """Of the columns ``own`` [rows, core] of panel ``number``, by those it sees."""
        fit = self.panels[number]
        predictions = seen @ fit.coefficients  # [PREDICTIONS, rows, core]
        residuals = own - predictions
        predictions /= fit.predicted_deviation
        residuals /= fit.residual_deviation
        np.clip(predictions, -FARTHEST, FARTHEST, out=predictions)
        np.clip(residuals, -FARTHEST_RESIDUAL, FARTHEST_RESIDUAL, out=residuals)
        return Predicted(predictions, residuals)


def seen_by(standard: Block, panel: RingPanel) -> Block:
    """The columns of a block that a panel looks at; not copied where it is all of them."""
    whole = len(panel.seen) == standard.shape[1]
    return standard if whole else standard[:, panel.seen]


def _fit(products: NDArray[np.float64], own: NDArray[np.intp], count: int) -> _PanelFit:
    """The regressions of one panel; a column never predicts itself."""
    size, rows = len(products), max(count, 1)
    places = np.arange(size)
    groups = {"all": places, "even": places[::2], "odd": places[1::2]}
    coefficients = np.zeros((len(PREDICTIONS), size, len(own)))
    for number, name in enumerate(PREDICTIONS):
        group = groups[name]
        penalty = LEAST_PENALTY + PENALTY_PER_NEIGHBOR * len(group) / rows
        gram = products[np.ix_(group, group)] / rows + penalty * np.eye(len(group))
        inverse = np.linalg.inv(gram)
        of_group = inverse @ (products[np.ix_(group, own)] / rows)
        # Row j of the inverse is the regression of j on the others of the group, but for a factor.
        member = np.isin(own, group)
        place = np.searchsorted(group, own[member])
        among = -inverse[:, place] / inverse[place, place]
        among[place, np.arange(len(place))] = 0
        of_group[:, member] = among
        coefficients[number, group] = of_group
    covariance = products / rows
    explained = covariance @ coefficients
    predicted = np.sum(coefficients * explained, axis=1)
    along = np.take_along_axis(explained, own[None, None, :], axis=1)[:, 0]
    residual = covariance[own, own] - 2 * along + predicted
    return _PanelFit(
        coefficients.astype(np.float32),
        _deviation(predicted),
        _deviation(residual),
    )


def _deviation(square: NDArray[np.float64]) -> NDArray[np.float32]:
    deviation = np.sqrt(np.maximum(square, LEAST_DEVIATION**2))
    return deviation[:, None, :].astype(np.float32)
