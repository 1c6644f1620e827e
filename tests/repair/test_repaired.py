import numpy as np
import pandas as pd
import pytest

import featureshift as fs
from featureshift.errors import OptionError
from tests.repair.made import explained, result_of


def test_remaining_needs_the_reference():
    repaired = result_of(explained("x", "noise")).repair({"x": [1.0]})
    with pytest.raises(OptionError, match="no reference"):
        _ = repaired.remaining


def test_nothing_remains_of_a_change_of_unit():
    rng = np.random.default_rng(4)
    tables = []
    for _ in range(2):
        height = rng.normal(170, 9, 1500).round(1)
        weight = (height - 100 + rng.normal(0, 8, 1500)).round(1)
        tables.append(
            pd.DataFrame({"height": height, "weight": weight, "age": rng.gamma(9, 5, 1500)})
        )
    reference, intact = tables
    query = intact.assign(height=intact["height"] / 2.54)
    result = fs.localize(reference, query)
    assert result.shifted_features == ("height",)
    repaired = result.repair(query, reference)
    assert repaired.remaining.shifted_features == ()
    assert repaired.remaining.method == result.method
    pd.testing.assert_frame_equal(repaired.table, intact, check_exact=True)


def test_what_was_done_and_left_is_printed():
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}), explained("y", "noise"))
    assert str(result.repair({"x": [1.0], "y": [1.0]})) == (
        "done  x: divided by 2\nleft  y: random errors cannot be taken off"
    )
    assert str(result_of().repair({"x": [1.0]})) == "nothing to repair"
