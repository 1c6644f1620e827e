import numpy as np
import pytest

from featureshift.explain.changes import changes

from .building import case_after


def named(column):
    return {change.name: change for change in changes(column)}


def test_a_scaled_column_changes_all_its_numbers(rng):
    found = named(case_after(rng, lambda t: {"x": t["x"] * 2}).column)
    assert found["mean"].query == pytest.approx(2 * found["mean"].reference, rel=0.05)
    assert {"median", "standard deviation"} <= set(found)


def test_shares_are_marked(rng):
    gone = rng.random(2000) < 0.3
    found = changes(case_after(rng, lambda t: {"x": np.where(gone, np.nan, t["x"])}).column)
    assert found[0].name == "missing cells"
    assert found[0].share
    assert found[0].reference == 0


def test_categories(rng):
    def change(t):
        return {"text": np.where(t["text"] == "low", "new", t["text"])}

    found = named(case_after(rng, change, name="text").column)
    assert set(found) == {"share of 'low'", "share of 'new'"}


def test_an_unchanged_column_still_shows_a_number(rng):
    assert len(changes(case_after(rng, lambda _: {}).column)) >= 1


def test_rounding_shows_in_distinct_values(rng):
    found = named(case_after(rng, lambda t: {"x": t["x"].round(-1)}).column)
    assert found["distinct values"].query < 30 < found["distinct values"].reference
