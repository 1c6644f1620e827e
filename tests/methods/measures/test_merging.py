from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from featureshift.methods.measures import EPSILON, MERGES
from featureshift.methods.measures.merging import normalized_squared_difference

maps = arrays(np.float64, (3, 4), elements=st.floats(0, 1) | st.just(np.nan))


@given(maps, maps)
@settings(max_examples=60, deadline=None)
def test_each_merge_equals_its_formula(reference: np.ndarray, query: np.ndarray) -> None:
    unknown = np.isnan(reference) | np.isnan(query)
    p, q = reference.copy(), query.copy()
    p[unknown] = q[unknown] = 0
    norms = np.array([np.linalg.norm(channel) for channel in p])[:, None]
    expected = {
        "concatenation": np.vstack([p, q]),
        "difference": p - q,
        "squared_difference": (p - q) ** 2,
        "normalized_squared_difference": (p - q) ** 2 / (norms + EPSILON),
    }
    assert set(expected) == set(MERGES)
    for name, merge in MERGES.items():
        np.testing.assert_allclose(merge(reference, query), expected[name], rtol=1e-12)


@pytest.mark.parametrize("name", MERGES)
def test_several_pairs_at_once_equal_one_by_one(name: str) -> None:
    reference, query = np.random.default_rng(0).random((2, 5, 3, 4))
    together = MERGES[name](reference, query)
    apart = [MERGES[name](p, q) for p, q in zip(reference, query, strict=True)]
    np.testing.assert_array_equal(together, apart)


@pytest.mark.parametrize("name", MERGES)
def test_maps_are_left_untouched(name: str) -> None:
    reference = np.array([[0.1, np.nan]])
    query = np.array([[np.nan, 0.2]])
    MERGES[name](reference, query)
    np.testing.assert_array_equal(reference, [[0.1, np.nan]])
    np.testing.assert_array_equal(query, [[np.nan, 0.2]])


def test_norm_is_the_references_and_runs_over_features() -> None:
    reference, query = np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([[0.0, 0.0], [1.0, 0.0]])
    found = normalized_squared_difference(reference, query, eps=0.5)
    np.testing.assert_allclose(found, [[9 / 5.5, 16 / 5.5], [1 / 0.5, 0.0]])


def test_channel_empty_in_the_reference_stays_finite() -> None:
    found = MERGES["normalized_squared_difference"](np.zeros((1, 2)), np.ones((1, 2)))
    np.testing.assert_allclose(found, 1 / EPSILON)
