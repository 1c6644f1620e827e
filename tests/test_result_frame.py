import numpy as np
import pytest

from featureshift.errors import OptionError
from featureshift.result import Localization, RowsUsed
from featureshift.result_frame import result_frame


def made():
    scores = np.array([0.1, 0.9])
    rows = RowsUsed(5, 5)
    return Localization(("a", "b"), scores, scores > 0.5, 0.5, "told", rows, 0.1)


def test_a_line_for_each_feature_highest_score_first():
    lines = result_frame(made(), "pyarrow", explain=False).to_pylist()
    assert [(line["feature"], line["shifted"]) for line in lines] == [("b", True), ("a", False)]
    assert lines[0]["effect"] is None


def test_what_cannot_be_explained_is_null():
    table = result_frame(made(), "pyarrow", explain=True)
    assert table["what_happened"].null_count == 2


def test_an_unknown_backend():
    with pytest.raises(OptionError, match="unknown backend"):
        result_frame(made(), "excel", explain=False)
