import numpy as np
import pytest

from featureshift.explain.charts import CELLS, MOST_BARS, MOST_POINTS, chart, pair_view

from .building import case_after, case_of, table


def test_a_histogram_of_both_tables(rng):
    drawn = chart(case_after(rng, lambda t: {"x": t["x"] * 2}).column)
    assert not drawn.categorical
    assert len(drawn.edges) == len(drawn.reference) + 1 == CELLS + 1
    assert sum(drawn.reference) == pytest.approx(1)
    assert sum(drawn.query) == pytest.approx(1)


def test_one_sentinel_does_not_squeeze_the_rest(rng):
    chosen = np.arange(2000) < 8
    drawn = chart(case_after(rng, lambda t: {"x": np.where(chosen, 1e6, t["x"])}).column)
    assert drawn.edges[-1] < 1000
    assert sum(drawn.query) == pytest.approx(1)


def test_whole_numbers_have_a_cell_each(rng):
    reference, query = table(rng), table(rng)
    for side in (reference, query):
        side["x"] = np.clip((side["x"] / 20).round(), 0, 8)
    drawn = chart(case_of(reference, query, "x").column)
    assert np.diff(drawn.edges).tolist() == [1.0] * len(drawn.reference)
    assert drawn.edges[0] % 1 == 0.5


def test_many_categories_are_pooled(rng):
    reference, query = table(rng), table(rng)
    for side in (reference, query):
        side["text"] = np.array([f"t{k}" for k in rng.integers(0, 40, 2000)], object)
    drawn = chart(case_of(reference, query, "text").column)
    assert len(drawn.labels) == MOST_BARS + 1
    assert drawn.labels[-1] == "28 others"
    assert sum(drawn.query) == pytest.approx(1)


def test_truth_values_are_categories(rng):
    reference, query = table(rng), table(rng)
    case = case_of(reference | {"x": reference["x"] > 80}, query | {"x": query["x"] > 60}, "x")
    assert chart(case.column).labels == ("false", "true")


def test_missing_shares(rng):
    gone = np.arange(2000) % 4 == 0
    drawn = chart(case_after(rng, lambda t: {"x": np.where(gone, np.nan, t["x"])}).column)
    assert (drawn.missing_reference, drawn.missing_query) == (0.0, 0.25)


def test_pairs_are_few_and_complete(rng):
    case = case_of(table(rng), table(rng), "x", ["text"])
    view = pair_view(case.column, case.flagged["text"])
    assert view.partner == "text"
    assert set(view.x_labels) == {"low", "middle", "high"}
    assert len(view.reference.x) == len(view.reference.y) == MOST_POINTS
    assert view.y_labels == ()
