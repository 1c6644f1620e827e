"""The paper's probabilistic training tables: mixtures, a quarter of them sent through random maps.

Our reading of "samples are generated using the weighted sum of these mixture components, sum of
pi_k D(theta_k)": the weighted sum is of distributions, so each row is drawn, with all its features,
from component k with probability pi_k. Adding up one draw of each component instead would leave
independent, nearly Gaussian columns, and no binary ones. The paper does not say how pi is drawn;
here uniformly on the simplex. One component alone has independent columns: there T3, T6 and their
kin leave no trace.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.corpus.random_maps import random_maps
from featureshift.errors import UnknownNameError

Matrix = NDArray[np.float64]


def probabilistic(
    n_rows: int,
    n_features: int,
    rng: np.random.Generator,
    *,
    base: str | None = None,
    n_components: int | None = None,
    n_steps: int | None = None,
) -> Dataset:
    """Draw a table of a mixture; what is None is drawn as in the paper.

    ``base`` is a key of ``BASES``, ``n_components`` in 1..100, ``n_steps`` the number of random
    maps (0 in three tables of four, else 1..5). A Bernoulli table without maps is categorical, all
    others are continuous.

    >>> table = probabilistic(100, 8, np.random.default_rng(0), base="bernoulli", n_steps=0)
    >>> table.values.shape, bool(table.categorical.all())
    ((100, 8), True)
    """
    if base is None:
        base = str(rng.choice(list(BASES)))
    if base not in BASES:
        raise UnknownNameError("base distribution", base, BASES)
    if n_components is None:
        n_components = int(rng.integers(1, 101))
    if n_steps is None:
        n_steps = int(rng.integers(1, 6)) if rng.random() < 0.25 else 0
    component = rng.choice(n_components, size=n_rows, p=rng.dirichlet(np.ones(n_components)))
    values = BASES[base](component, (n_components, n_features), rng)
    values = random_maps(values, n_steps, rng)
    story = f"{base} mixture, {n_components} components, {n_steps} maps"
    return Dataset(
        name=f"probabilistic-{base}",
        values=values.astype(np.float32),
        categorical=np.full(n_features, base == "bernoulli" and n_steps == 0),
        provenance=Provenance(f"simulated: probabilistic, {story}", "CC0-1.0"),
    )


def _gaussian(
    component: NDArray[np.int64], shape: tuple[int, int], rng: np.random.Generator
) -> Matrix:
    mean = rng.standard_normal(shape)
    deviation = np.sqrt(rng.uniform(0.1, 1.1, size=shape))
    return rng.normal(mean[component], deviation[component])


def _bernoulli(
    component: NDArray[np.int64], shape: tuple[int, int], rng: np.random.Generator
) -> Matrix:
    success = rng.random(shape)[component]
    return (rng.random(success.shape) < success).astype(np.float64)


def _beta(component: NDArray[np.int64], shape: tuple[int, int], rng: np.random.Generator) -> Matrix:
    alpha, beta = rng.uniform(1, 2, size=(2, *shape))
    return np.asarray(rng.beta(alpha[component], beta[component]))


BASES: dict[str, Callable[[NDArray[np.int64], tuple[int, int], np.random.Generator], Matrix]] = {
    "gaussian": _gaussian,
    "bernoulli": _bernoulli,
    "beta": _beta,
}
"""From the component of each row and [components, features] to values [rows, features]."""
