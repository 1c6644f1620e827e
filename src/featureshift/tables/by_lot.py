"""Rows put together by lot: each column keeps its values, and which stood in one row is lost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.sample import EVERY, Raw, RowSample, row_keys
from featureshift.tables.summary import Summary


def columns_by_lot(values: Raw, salts: NDArray[np.uint64]) -> Raw:
    """Each column in an order of its own, which only its values and its salt decide.

    >>> salts = np.array([3, 5], np.uint64)
    >>> first = columns_by_lot(np.array([[1.0, 8.0], [2.0, 9.0]]), salts)
    >>> again = columns_by_lot(np.array([[2.0, 8.0], [1.0, 9.0]]), salts)
    >>> (first == again).all()
    np.True_
    """
    mixed = np.sort(values, axis=0)
    for j, salt in enumerate(salts.tolist()):
        mixed[:, j] = np.random.default_rng(salt).permutation(mixed[:, j])
    return mixed


def sample_by_lot(sample: RowSample, salts: NDArray[np.uint64]) -> RowSample:
    """A sample of as many rows, frequent ones as often as they occur."""
    rows = sample.shuffled()
    values = columns_by_lot(sample.take(rows), salts)
    return RowSample(
        sample.capacity,
        sample.n_rows,
        (values,) if len(values) else (),
        row_keys(values, salts),
        np.ones(len(values), np.int64),
        np.arange(len(values)),
        # No content was left out for its hash, but rows are missing.
        EVERY if sample.is_complete else EVERY - np.uint64(1),
    )


def summary_by_lot(summary: Summary, salts: NDArray[np.uint64]) -> Summary:
    return replace(summary, sample=sample_by_lot(summary.sample, salts))
