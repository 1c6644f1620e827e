from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support, roc_auc_score

from featureshift.errors import OptionError
from featureshift.simulate import Scores, score

FEATURES = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])),
    min_size=1,
    max_size=30,
)


@given(FEATURES)
def test_scores_equal_scikit_learns(features):
    truth, predicted, values = (np.array(column) for column in zip(*features, strict=True))
    found = score(truth, predicted, values)
    expected = precision_recall_fscore_support(
        truth, predicted, average="binary", zero_division=float(not (truth | predicted).any())
    )[:3]
    assert (found.precision, found.recall, found.f1) == pytest.approx(expected)
    if truth.all() or not truth.any():
        assert math.isnan(found.auroc)
    else:
        assert found.auroc == pytest.approx(roc_auc_score(truth, values))


@pytest.mark.parametrize(
    ("truth", "predicted", "value"), [("00", "00", 1.0), ("00", "01", 0.0), ("01", "00", 0.0)]
)
def test_conventions_for_empty_sets(truth, predicted, value):
    masks = ([flag == "1" for flag in text] for text in (truth, predicted))
    found = score(*masks)
    assert (found.precision, found.recall, found.f1) == (value, value, value)


def test_auroc_is_nan_without_usable_scores():
    assert math.isnan(score([True, False], [True, False]).auroc)
    assert math.isnan(score([True, False], [True, False], [float("nan"), 0.5]).auroc)


def test_scores_are_plain_floats():
    found = score(np.array([True, False]), np.array([True, True]), np.array([1, 0]))
    assert found == Scores(0.5, 1.0, 2 / 3, 1.0)
    assert all(type(value) is float for value in vars(found).values())


def test_lengths_must_agree():
    with pytest.raises(OptionError, match="number of features"):
        score([True, False], [True])
    with pytest.raises(OptionError, match="number of features"):
        score([True, False], [True, False], [1.0])


def test_indices_are_no_mask():
    with pytest.raises(OptionError, match="not a mask"):
        score([True, False], [0, 1])
