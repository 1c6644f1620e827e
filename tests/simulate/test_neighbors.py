from __future__ import annotations

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from featureshift.simulate import Scene
from featureshift.simulate import blocks as blocks_module
from featureshift.simulate.neighbors import NeighborMean, NeighborVote, nearest_rows, neighbor_vote


def fit_predict(model, scene):
    return model.fit(scene.other_reference, scene.chosen_reference).predict(scene.other_query)


def test_the_mean_equals_scikit_learns_regressor(continuous):
    ours = NeighborMean("E9", ks=(5,)).new_columns(continuous, np.random.default_rng(0))
    theirs = fit_predict(KNeighborsRegressor(5, algorithm="brute"), continuous)
    np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_the_vote_equals_scikit_learns_classifier(five_levels):
    ours = NeighborVote("E10", ks=(5,)).new_columns(five_levels, np.random.default_rng(0))
    model = KNeighborsClassifier(5, algorithm="brute")
    codes = (five_levels.chosen_reference * 10).round().astype(int)
    model.fit(five_levels.other_reference, codes)
    np.testing.assert_array_equal(ours, np.float32(model.predict(five_levels.other_query) / 10))


def test_the_vote_does_not_depend_on_row_blocks(five_levels, monkeypatch):
    neighbors = np.random.default_rng(0).integers(2000, size=(2000, 4))
    whole = neighbor_vote(five_levels.chosen_reference, neighbors)
    monkeypatch.setattr(blocks_module, "CELLS_AT_ONCE", 1000)
    np.testing.assert_array_equal(neighbor_vote(five_levels.chosen_reference, neighbors), whole)


def test_fewer_reference_rows_than_k_uses_all_of_them(continuous):
    few = Scene(
        continuous.reference[:3], continuous.query, continuous.chosen, continuous.categorical
    )
    new = NeighborMean("E9", ks=(5,)).new_columns(few, np.random.default_rng(0))
    np.testing.assert_allclose(new, np.tile(few.chosen_reference.mean(0), (2000, 1)), atol=1e-6)


def test_when_all_columns_are_chosen_distinct_rows_are_drawn(continuous):
    scene = Scene(continuous.reference, continuous.query, np.arange(12), continuous.categorical)
    rows = nearest_rows(scene, 5, np.random.default_rng(0))
    assert rows.shape == (2000, 5)
    assert all(len(set(row)) == 5 for row in rows)
    assert len(np.unique(rows)) > 1000


@pytest.mark.parametrize(
    ("others", "query", "nearest"),
    [
        ([0.0, 0.5, 1.0], np.nan, 1),
        # The hole becomes the lower median 0.3, not the mean 0.65, which would be nearest.
        ([0.3, np.nan, 1.0], 0.7, 2),
    ],
)
def test_missing_cells_enter_the_search_as_the_references_median(others, query, nearest):
    reference = np.array([[other, 0.1] for other in others], np.float32)
    scene = Scene(reference, np.array([[query, 0.9]], np.float32), np.array([1]), np.zeros(2, bool))
    assert nearest_rows(scene, 1, np.random.default_rng(0)).tolist() == [[nearest]]
