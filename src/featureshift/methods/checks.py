"""The contract of a method, as a check that anyone can run on a localizer of their own."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from featureshift.methods.base import Localizer
from featureshift.result import Localization


def check_localizer(localizer: Localizer, rng: np.random.Generator, *, n_rows: int = 200) -> None:
    """Raise AssertionError, saying why, where a localizer breaks the contract of all methods.

    Same seed, same result; row order changes nothing (where the method says so); input and
    parameters untouched; constant, empty and all-missing columns survive; columns are matched by
    name; JSON round-trips.
    """
    reference, query = _columns(n_rows, rng), _columns(n_rows + 50, rng)
    before = copy.deepcopy((reference, query, localizer.get_params()))
    result = localizer.localize(pa.table(reference), pa.table(query), seed=1)
    again = localizer.localize(pa.table(reference), pa.table(query), seed=1)
    after = (reference, query, localizer.get_params())
    _agree(np.array_equal(result.scores, again.scores), "same seed gave other scores")
    _agree(_same(before, after), "the input or the parameters were modified")
    _agree("empty" not in result.features, "a column without values was scored")
    _check_shape(result, n_features=len(reference) - 1)
    _check_rebuilt(localizer)
    _check_json(result)
    if localizer.info.ignores_row_order:
        rows = rng.permutation(n_rows)
        shuffled = {name: values[rows] for name, values in reference.items()}
        other = localizer.localize(pa.table(shuffled), pa.table(query), seed=1)
        close = np.allclose(result.scores, other.scores, rtol=1e-5, atol=1e-5)
        _agree(close, "row order changes the scores")
    backwards = pa.table(dict(reversed(query.items())))
    turned = localizer.localize(pa.table(reference), backwards, seed=1)
    _agree(np.array_equal(result.scores, turned.scores), "columns are not matched by name")


def _columns(n: int, rng: np.random.Generator) -> dict[str, NDArray[Any]]:
    """Correlated numbers, holes, a constant, nothing at all, categories and a rare flag."""
    common = rng.normal(size=n)
    holes = np.where(rng.random(n) < 0.2, np.nan, rng.normal(size=n))
    return {
        **{f"x{j}": common + rng.normal(size=n) for j in range(4)},
        "holes": holes,
        "constant": np.full(n, 3.0),
        "empty": np.full(n, np.nan),
        "category": rng.choice(["red", "green", "blue"], n),
        "flag": rng.random(n) < 0.1,
    }


def _check_shape(result: Localization, n_features: int) -> None:
    _agree(len(result.features) == n_features, "a column that can be scored was not")
    shape = (n_features,)
    _agree(result.scores.shape == result.shifted.shape == shape, "scores are not one a feature")
    constant = result.features.index("constant")
    _agree(not result.shifted[constant], "a column with one value everywhere is called shifted")


def _check_rebuilt(localizer: Localizer) -> None:
    params = localizer.get_params()
    rebuilt = type(localizer)(**params)
    _agree(rebuilt.get_params() == params, "get_params does not rebuild the localizer")
    _agree(rebuilt.set_params(**params).get_params() == params, "set_params changed a parameter")


def _check_json(result: Localization) -> None:
    text = result.to_json()
    _agree(Localization.from_json(text).to_json() == text, "JSON does not round-trip")


def _same(left: Any, right: Any) -> bool:
    try:
        np.testing.assert_equal(left, right)
    except AssertionError:
        return False
    return True


def _agree(holds: bool, complaint: str) -> None:
    if not holds:
        raise AssertionError(complaint)
