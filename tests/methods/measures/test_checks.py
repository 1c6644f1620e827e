"""Each clause of the contract, against a functional that breaks exactly that clause."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from featureshift.methods.measures import Block, FloatMap, Functional, check_functional


class Sum(Functional[Any]):
    """A correct functional whose state is one mutable array; the others below break it."""

    @property
    def channels(self) -> tuple[str, ...]:
        return ("sum",)

    def start(self, n_features: int) -> Any:
        return np.zeros((1, n_features))

    def update(self, state: Any, block: Block) -> Any:
        state += np.nansum(block, axis=0, dtype=np.float64)
        return state

    def merge(self, left: Any, right: Any) -> Any:
        return left + right

    def result(self, state: Any) -> FloatMap:
        return np.array(state, np.float64)


class LastRow(Sum):
    def update(self, state: Any, block: Block) -> Any:
        return np.nan_to_num(block[-1:].astype(np.float64)) if len(block) else state


class WritesBlock(Sum):
    def update(self, state: Any, block: Block) -> Any:
        super().update(state, block)
        np.nan_to_num(block, copy=False)
        return state


class MergeDropsRows(Sum):
    def merge(self, left: Any, right: Any) -> Any:
        return left.copy()


class UpdateForgets(Sum):
    def update(self, state: Any, block: Block) -> Any:
        return super().update(np.zeros_like(state), block)


class MergeInPlace(Sum):
    def merge(self, left: Any, right: Any) -> Any:
        left += right
        return left


class MergeShares(Sum):
    def merge(self, left: Any, right: Any) -> Any:
        return left if not right.any() else left + right


class WrongWidth(Sum):
    @property
    def channels(self) -> tuple[str, ...]:
        return ("sum", "and_more")


class RepeatedNames(Sum):
    @property
    def channels(self) -> tuple[str, ...]:
        return ("sum", "sum")

    def result(self, state: Any) -> FloatMap:
        return np.concatenate([state, state])


class Counts(Sum):
    calls = itertools.count()

    def result(self, state: Any) -> FloatMap:
        return state + float(next(self.calls))


class ReadsMemoryOrder(Sum):
    def update(self, state: Any, block: Block) -> Any:
        return super().update(state, block.ravel(order="K").reshape(block.shape))


class MixesColumns(Sum):
    def result(self, state: Any) -> FloatMap:
        return state + state.sum()


class Unpicklable(Sum):
    """Its states hold a lambda."""

    def start(self, n_features: int) -> Any:
        return (super().start(n_features), lambda: None)

    def update(self, state: Any, block: Block) -> Any:
        return (super().update(state[0], block), state[1])

    def merge(self, left: Any, right: Any) -> Any:
        return (left[0] + right[0], left[1])

    def result(self, state: Any) -> FloatMap:
        return state[0].copy()


class InfiniteForConstants(Sum):
    def result(self, state: Any) -> FloatMap:
        return np.where(state == 0, np.inf, state)


class Warns(Sum):
    def result(self, state: Any) -> FloatMap:
        return state / state


def table() -> np.ndarray:
    values = np.random.default_rng(5).random((31, 3), dtype=np.float32)
    values[4, 1] = np.nan
    return values


def test_a_correct_functional_passes() -> None:
    check_functional(Sum(), table(), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (LastRow, "row order"),
        (WritesBlock, "wrote into its block"),
        (MergeDropsRows, "merging a partition"),
        (UpdateForgets, "block by block"),
        (MergeInPlace, "changed its arguments"),
        (MergeShares, "shares memory"),
        (WrongWidth, "channels, features"),
        (RepeatedNames, "names repeat"),
        (Counts, "two different results"),
        (ReadsMemoryOrder, "memory layout"),
        (MixesColumns, "constant and absent columns"),
    ],
)
def test_a_broken_functional_fails_with_its_clause(broken: type[Sum], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_functional(broken(), table(), np.random.default_rng(0))


def test_infinite_constant_column_fails() -> None:
    # The empty state is infinite too, which no earlier clause forbids.
    with pytest.raises(AssertionError, match="constant column is not finite"):
        check_functional(InfiniteForConstants(), table(), np.random.default_rng(0))


def test_states_that_cannot_travel_fail() -> None:
    with pytest.raises(Exception, match="pickle"):
        check_functional(Unpicklable(), table(), np.random.default_rng(0))


def test_a_warning_fails() -> None:
    with pytest.raises(RuntimeWarning, match="invalid value"):
        check_functional(Warns(), table(), np.random.default_rng(0))


def test_caller_s_table_is_never_touched() -> None:
    values = table()
    with pytest.raises(AssertionError):
        check_functional(WritesBlock(), values, np.random.default_rng(0))
    np.testing.assert_array_equal(values, table())
