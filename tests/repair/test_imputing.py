import numpy as np
import pandas as pd
import polars as pl

from featureshift.repair.editable import editable
from featureshift.repair.imputing import impute_columns


def related(rng, rows=800):
    x = rng.normal(size=rows)
    texts = np.array(["low", "high"], object)[(x + rng.normal(0, 0.3, rows) > 0).astype(int)]
    y = np.where(rng.random(rows) < 0.1, np.nan, 3 * x + rng.normal(0, 0.5, rows))
    return {"x": x, "y": y, "text": texts, "group": np.where(x > 1, "a", "b").astype(object)}


def test_draws_keep_spread_relations_and_gaps():
    rng = np.random.default_rng(0)
    reference, query = editable(pd.DataFrame(related(rng))), related(rng)
    lost = editable(pd.DataFrame(query | {"y": np.zeros(800), "text": ["?"] * 800}))
    found = impute_columns(reference, lost, ["y", "text"], ["x", "group"], 0)
    y, text = found["y"].to_numpy(), np.array(found["text"].to_list())
    known = ~np.isnan(y)
    assert 0.04 < 1 - known.mean() < 0.18
    assert abs(np.std(y[known]) / np.nanstd(query["y"]) - 1) < 0.1
    assert np.corrcoef(y[known], query["x"][known])[0, 1] > 0.95
    assert ((text == "high") == (query["x"] > 0)).mean() > 0.85
    assert set(text) == {"low", "high"}


def test_the_same_seed_draws_the_same():
    rng = np.random.default_rng(1)
    reference, query = (editable(related(rng, 200)) for _ in range(2))
    first, second, other = (
        impute_columns(reference, query, ["y"], ["x"], seed)["y"].to_numpy() for seed in (0, 0, 1)
    )
    assert np.array_equal(first, second, equal_nan=True)
    assert not np.array_equal(first, other, equal_nan=True)


def test_without_any_other_column_and_between_kinds_of_tables():
    reference = editable(pd.DataFrame({"x": [1.0, 2.0, 2.0]}))
    query = editable(pl.DataFrame({"x": [9.0] * 50}))
    found = impute_columns(reference, query, ["x"], [], 0)["x"]
    assert found.implementation.is_polars()
    assert set(found.to_list()) == {1.0, 2.0}
