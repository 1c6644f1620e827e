import numpy as np
import pandas as pd
import pytest

from featureshift.repair.rescaled import Rescale
from tests.repair.made import explained, result_of

ROWS = 40


def test_a_unit_is_undone_to_the_last_bit():
    intact = {"x": np.random.default_rng(5).normal(100, 30, ROWS).round(2)}
    query = pd.DataFrame(intact | {"x": intact["x"] * 2.54})
    result = result_of(explained("x", "scale", numbers={"factor": 2.54}, decimals=2))
    repaired = result.repair(query)
    np.testing.assert_array_equal(repaired.table["x"], intact["x"])
    [done] = repaired.done
    assert (done.column, done.code) == ("x", "scale")
    assert done.words == "divided by 2.54 (rounded to 2 digits, as the reference is)"


def test_integers_stay_integers():
    query = pd.DataFrame({"k": np.arange(ROWS, dtype=np.int32) * 1000})
    result = result_of(explained("k", "scale", numbers={"factor": 1000.0}, decimals=0))
    found = result.repair(query).table["k"]
    assert found.dtype == np.int32
    assert found.tolist() == list(range(ROWS))


@pytest.mark.parametrize(
    ("step", "words", "code"),
    [
        (Rescale("x", 2.54, 0.0, None), "divided by 2.54", 'query["x"] / 2.54'),
        (Rescale("x", 1 / 2.54, 0.0, None), "multiplied by 2.54", 'query["x"] * 2.54'),
        (Rescale("x", 1.0, -3.5, None), "3.5 added", 'query["x"] + 3.5'),
        (Rescale("x", -1.0, 0.0, None), "sign flipped", '-1 * query["x"]'),
        (Rescale("x", -1.0, 6.0, None), "taken from 6", '6 - query["x"]'),
        (
            Rescale("x", 1.8, 32.0, 1),
            "32 subtracted, then divided by 1.8 (rounded to 1 digit, as the reference is)",
            '((query["x"] - 32) / 1.8).round(1)',
        ),
    ],
)
def test_words_and_code(step, words, code):
    assert step.words == words
    assert step.source("pandas") == {"x": code}


def test_an_offset_known_but_roughly_says_so():
    numbers = {"offset": 19.1, "least": 4.8, "most": 33.4}
    query = pd.DataFrame({"x": np.arange(ROWS) + 19.1})
    repaired = result_of(explained("x", "offset", numbers=numbers, decimals=0)).repair(query)
    assert repaired.done[0].words.startswith("about 19.1 subtracted")


def test_an_offset_of_unknown_sign_is_left():
    numbers = {"offset": 4.5, "least": -18.0, "most": 17.0}
    query = pd.DataFrame({"x": np.arange(ROWS) + 0.5})
    repaired = result_of(explained("x", "offset", numbers=numbers, decimals=0)).repair(query)
    assert repaired.done == ()
    assert "above or below 0 is not known" in repaired.left[0].why
    pd.testing.assert_frame_equal(repaired.table, query)
