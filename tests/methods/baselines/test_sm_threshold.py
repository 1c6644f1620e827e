import numpy as np
import polars as pl
import pytest

import featureshift as fs
from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.baselines.sm_threshold import DIFFERENCES
from featureshift.methods.measures import MERGES, PAPER_MEASURES, StatisticalMeasures


def shifted_pair(rng, n=2000):
    reference, query = rng.random((2, n, 6))
    query[:, 2] = query[:, 2] ** 2
    return reference.astype(np.float32), query.astype(np.float32)


@pytest.mark.parametrize("reduce", ["mean", "max"])
@pytest.mark.parametrize("merge", DIFFERENCES)
def test_marginal_shift_scores_highest(rng, reduce, merge):
    result = fs.SMThreshold(reduce=reduce, merge=merge).localize(*shifted_pair(rng))
    assert result.features[int(result.scores.argmax())] == "x2"


def test_score_is_the_reduced_merge_of_the_maps(rng):
    reference, query = shifted_pair(rng)
    functional = StatisticalMeasures(PAPER_MEASURES)
    low = np.minimum(reference.min(0), query.min(0))
    width = np.maximum(reference.max(0), query.max(0)) - low
    maps = [
        functional.result(functional.update(functional.start(6), (table - low) / width))
        for table in (reference, query)
    ]
    expected = MERGES["normalized_squared_difference"](*maps).max(axis=0)
    result = fs.SMThreshold(reduce="max").localize(reference, query)
    np.testing.assert_allclose(result.scores, expected)


def test_row_order_and_block_size_change_nothing(rng, monkeypatch):
    reference, query = shifted_pair(rng)
    whole = fs.localize(reference, query, method="sm-threshold").scores
    monkeypatch.setattr("featureshift.tables.table.rows_per_batch", lambda _: 77)
    parts = fs.localize(rng.permutation(reference), query[::-1], method="sm-threshold").scores
    np.testing.assert_allclose(parts, whole, atol=1e-9)


def test_column_order_permutes_the_scores(rng):
    reference, query = shifted_pair(rng)
    order = rng.permutation(6)
    scores = fs.localize(reference, query, method="sm-threshold").scores
    permuted = fs.localize(reference[:, order], query[:, order], method="sm-threshold").scores
    np.testing.assert_allclose(permuted, scores[order], rtol=1e-9)


def test_changed_missingness_is_seen_through_its_own_channel(rng):
    reference, query = shifted_pair(rng)
    query[:, 2] = rng.random(2000)
    query[rng.random(2000) < 0.4, 5] = np.nan
    assert fs.localize(reference, query, method="sm-threshold").shifted_features[0] == "x5"


def test_column_missing_altogether_on_one_side_is_shifted(rng):
    reference, query = shifted_pair(rng)
    query[:, 4] = np.nan
    result = fs.localize(reference, query, method="sm-threshold")
    assert "x4" in result.shifted_features
    assert np.isfinite(result.scores).all()


def test_mixed_types_end_to_end(rng):
    n = 5000
    reference = pl.DataFrame({"a": rng.normal(size=n), "c": rng.choice(["u", "v"], n)})
    query = pl.DataFrame({"c": rng.choice(["u", "v"], n, p=[0.1, 0.9]), "a": rng.normal(size=n)})
    assert fs.localize(reference, query).shifted_features == ("c",)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"reduce": "median"}, UnknownNameError),
        ({"merge": "sum"}, UnknownNameError),
        ({"merge": "concatenation"}, UnknownNameError),
        ({"measures": ("mode",)}, UnknownNameError),
        ({"measures": ()}, OptionError),
        ({"threshold": -1.0}, OptionError),
        ({"threshold": float("nan")}, OptionError),
    ],
)
def test_bad_options_are_refused_at_construction(options, error):
    with pytest.raises(error):
        fs.SMThreshold(**options)
