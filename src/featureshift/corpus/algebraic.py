"""The paper's algebraic training tables: each feature a function of an input drawn per row.

Our reading of the appendix. "Function parameters remain fixed across all samples": a feature has
its own parameters, the same in every row. "The input values x are drawn from [-5, 5]": once per
row, for all features. An x of its own for each cell would make all columns independent; then T3 and
T6 change nothing that could be found, and their labels would be noise. The price of one x per row
is that everything is a function of one number, and that normalized logarithms of any base are all
the same column. ``n_inputs`` opens the range in between: a row draws that many inputs and each
feature reads one of them; with as many inputs as features, every cell has its own x.

The paper does not say whether a table mixes its function families. Here a table has one, drawn at
random, unless ``family`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.errors import UnknownNameError

Matrix = NDArray[np.float64]


def algebraic(
    n_rows: int,
    n_features: int,
    rng: np.random.Generator,
    *,
    family: str | None = None,
    n_inputs: int = 1,
) -> Dataset:
    """Draw a table; ``family`` is a key of ``FAMILIES``, "mixed" (drawn per feature) or None.

    >>> algebraic(100, 8, np.random.default_rng(0), family="sine").values.shape
    (100, 8)
    """
    names = list(FAMILIES)
    if family is None:
        family = str(rng.choice(names))
    if family != "mixed" and family not in FAMILIES:
        raise UnknownNameError("function family", family, [*names, "mixed"])
    inputs = rng.uniform(-5, 5, size=(n_rows, n_inputs))
    # Every input is read before any is read twice.
    x = inputs[:, rng.permutation(np.arange(n_features) % n_inputs)]
    if family == "mixed":
        tables = np.stack([draw(x, rng) for draw in FAMILIES.values()])
        values = tables[rng.integers(len(names), size=n_features), :, np.arange(n_features)].T
    else:
        values = FAMILIES[family](x, rng)
    return Dataset(
        name=f"algebraic-{family}",
        values=values.astype(np.float32),
        categorical=np.zeros(n_features, np.bool_),
        provenance=Provenance(f"simulated: algebraic, {family}, {n_inputs} inputs", "CC0-1.0"),
    )


def _polynomial(x: Matrix, rng: np.random.Generator) -> Matrix:
    """A x^4 + b x^3 + c x^2 + d x + e; a is 0 for the half of the features of degree 3."""
    a, b, c, d, e = rng.uniform(-50, 50, size=(5, x.shape[1]))
    a *= rng.integers(2, size=x.shape[1])
    return np.asarray((((a * x + b) * x + c) * x + d) * x + e)


def _sine(x: Matrix, rng: np.random.Generator) -> Matrix:
    """A cos(b x + c)"""
    a = rng.uniform(-50, 50, size=x.shape[1])
    b, c = rng.uniform(-np.pi, np.pi, size=(2, x.shape[1]))
    return np.asarray(a * np.cos(b * x + c))


def _logarithm(x: Matrix, rng: np.random.Generator) -> Matrix:
    """Logarithm of x + 6 to the base a."""
    return np.asarray(np.log(x + 6) / np.log(rng.uniform(2, 10, size=x.shape[1])))


FAMILIES: dict[str, Callable[[Matrix, np.random.Generator], Matrix]] = {
    "polynomial": _polynomial,
    "sine": _sine,
    "logarithm": _logarithm,
}
