import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import featureshift as fs


@pytest.fixture(scope="module")
def tables():
    rng = np.random.default_rng(2)
    reference, query = (pd.DataFrame(rng.normal(size=(800, 3)), columns=list("abc")) for _ in "rq")
    query["b"] += 3
    return reference, query


def test_a_shifted_column_does_not_pass(tables):
    reference, query = tables
    step = make_pipeline(fs.DropShifted(), FunctionTransformer()).fit(reference)
    pd.testing.assert_frame_equal(step.transform(query), query[["a", "c"]])
    assert step[0].result_.shifted_features == ("b",)


def test_the_reference_passes_whole(tables):
    assert fs.DropShifted().fit_transform(tables[0]) is tables[0]


def test_options_and_clones(tables):
    step = clone(fs.DropShifted("sm-threshold", min_effect=1.0))
    assert step.get_params()["method"] == "sm-threshold"
    assert list(step.fit(tables[0]).transform(tables[1]).columns) == list("abc")


def test_it_has_to_be_fitted(tables):
    with pytest.raises(NotFittedError):
        fs.DropShifted().transform(tables[0])
