"""The contract of a functional as checks that anyone can run on a functional of their own."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.measures.functional import Block, FloatMap, Functional

TOLERANCE = 1e-5

Check = Callable[[Functional[Any], Block, np.random.Generator], None]


def check_functional(functional: Functional[Any], values: Block, rng: np.random.Generator) -> None:
    """Raise AssertionError with the broken clause if ``functional`` breaks its contract.

    ``values`` is float32 [rows, features] in [0, 1], NaN where missing; use enough rows and odd
    values (edges, repeats, NaN) to make the checks worth something. Warnings count as errors.
    Functionals whose channels mix features cannot pass: columns must not influence each other.

    >>> from featureshift.methods.measures import StatisticalMeasures
    >>> rng = np.random.default_rng(0)
    >>> check_functional(StatisticalMeasures(), rng.random((50, 3), dtype=np.float32), rng)
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for check in CHECKS:
            check(functional, values.copy(), rng)


def _check_shape(functional: Functional[Any], values: Block, _rng: np.random.Generator) -> None:
    names, features = functional.channels, values.shape[1]
    for what, found in (
        ("no rows", functional.result(functional.start(features))),
        ("all rows", _run(functional, values)),
    ):
        if found.shape != (len(names), features) or found.dtype != np.float64:
            raise AssertionError(
                f"the result of {what} should be float64 [channels, features] = "
                f"{[len(names), features]}, is {found.dtype} {list(found.shape)}"
            )
    if len(set(names)) < len(names):
        raise AssertionError(f"channel names repeat: {names}")


def _check_repeatable(functional: Functional[Any], values: Block, _: np.random.Generator) -> None:
    first, second = _run(functional, values), _run(functional, values)
    if not np.array_equal(first, second, equal_nan=True):
        raise AssertionError("the same input gave two different results")


def _check_block_untouched(
    functional: Functional[Any], values: Block, _rng: np.random.Generator
) -> None:
    before = values.tobytes()
    _run(functional, values)
    if values.tobytes() != before:
        raise AssertionError("update wrote into its block")


def _check_row_order(functional: Functional[Any], values: Block, rng: np.random.Generator) -> None:
    shuffled = _run(functional, rng.permutation(values))
    _expect_same(functional, "row order", _run(functional, values), shuffled)


def _check_layout(functional: Functional[Any], values: Block, _rng: np.random.Generator) -> None:
    transposed = _run(functional, np.asfortranarray(values))
    _expect_same(functional, "memory layout", _run(functional, values), transposed)


def _check_partition(functional: Functional[Any], values: Block, rng: np.random.Generator) -> None:
    whole = _run(functional, values)
    parts = _random_parts(values, rng)
    blockwise = functional.start(values.shape[1])
    for part in parts:
        blockwise = functional.update(blockwise, part)
    _expect_same(functional, "updating block by block", whole, functional.result(blockwise))
    states = [functional.update(functional.start(values.shape[1]), part) for part in parts]
    while len(states) > 1:
        right, left = (states.pop(rng.integers(len(states))) for _ in range(2))
        states.append(functional.merge(left, right))
    _expect_same(functional, "merging a partition", whole, functional.result(states[0]))


def _check_merge_arguments(
    functional: Functional[Any], values: Block, rng: np.random.Generator
) -> None:
    features = values.shape[1]
    half = functional.update(functional.start(features), values[: len(values) // 2])
    for other in (
        functional.start(features),
        functional.update(functional.start(features), values),
    ):
        for left, right in ((half, other), (other, half)):
            before = functional.result(left).copy(), functional.result(right).copy()
            merged = functional.merge(left, right)
            # A merged state that shares memory with its arguments shows only now.
            functional.update(merged, rng.permutation(values))
            for now, then in zip((left, right), before, strict=True):
                if not np.array_equal(functional.result(now), then, equal_nan=True):
                    raise AssertionError("merge changed its arguments, or shares memory with one")


def _check_pickle(functional: Functional[Any], values: Block, _rng: np.random.Generator) -> None:
    state = functional.update(functional.start(values.shape[1]), values)
    back = functional.result(pickle.loads(pickle.dumps(state)))
    if not np.array_equal(functional.result(state), back, equal_nan=True):
        raise AssertionError("a state does not survive pickling")


def _check_odd_columns(
    functional: Functional[Any], values: Block, _rng: np.random.Generator
) -> None:
    features = values.shape[1]
    constants = np.repeat(np.array([[0.0, 0.123, 0.5, 1.0]], np.float32), len(values), axis=0)
    absent = np.full((len(values), 1), np.nan, np.float32)
    found = _run(functional, np.hstack([absent, values, constants]))
    alone = _run(functional, values)
    _expect_same(functional, "constant and absent columns", alone, found[:, 1 : features + 1])
    if len(values) and not np.isfinite(found[:, features + 1 :]).all():
        raise AssertionError(_where(functional, "a constant column is not finite", found))
    if np.isinf(found[:, 0]).any():
        raise AssertionError(_where(functional, "an absent column is infinite", found))


CHECKS: tuple[Check, ...] = (
    _check_shape,
    _check_repeatable,
    _check_block_untouched,
    _check_row_order,
    _check_layout,
    _check_partition,
    _check_merge_arguments,
    _check_pickle,
    _check_odd_columns,
)


def _run(functional: Functional[Any], values: Block) -> FloatMap:
    return functional.result(functional.update(functional.start(values.shape[1]), values))


def _random_parts(values: Block, rng: np.random.Generator) -> list[NDArray[np.float32]]:
    """A random partition of shuffled rows into four parts, and an empty one at each end."""
    cuts = np.sort(rng.integers(0, len(values) + 1, size=3))
    return np.split(rng.permutation(values), [0, *cuts, len(values)])


def _expect_same(
    functional: Functional[Any], what: str, expected: FloatMap, found: FloatMap
) -> None:
    same = np.isclose(expected, found, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True)
    if not same.all():
        channel, feature = np.argwhere(~same)[0]
        raise AssertionError(
            f"{what} changes the result: channel {functional.channels[channel]!r} of feature "
            f"{feature} is {found[channel, feature]}, expected {expected[channel, feature]}"
        )


def _where(functional: Functional[Any], problem: str, found: FloatMap) -> str:
    bad = np.flatnonzero(~np.isfinite(found).all(axis=1))
    names = [functional.channels[channel] for channel in bad]
    return f"{problem}, in channels among {names[:5]}"
