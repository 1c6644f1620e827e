import numpy as np
import pandas as pd
import pytest

import featureshift as fs
from featureshift.errors import TableError


def test_groups_of_one_table_are_as_if_they_were_sources(sites, compared):
    whole = pd.concat([frame.assign(site=name) for name, frame in sites.items()])
    found = fs.compare_groups(whole, "site")
    assert found.by == "site"
    assert set(found.sources) == set(compared.sources)
    for name in compared:
        np.testing.assert_array_equal(found[name].scores, compared[name].scores)
    assert "site" not in found.features


def test_small_groups_and_missing_values_are_told(rng):
    names = ["f"] * 200 + ["m"] * 200 + ["x"] * 7 + [None] * 3
    found = fs.compare_groups({"v": rng.normal(size=410), "sex": names}, "sex")
    assert set(found.sources) == {"f", "m"}
    assert found.left_out == {
        "x": "7 rows are too few to compare: fewer than 30",
        "(missing)": "3 rows have no value in 'sex'",
    }


def test_one_group_is_none(rng):
    with pytest.raises(TableError, match="no two groups"):
        fs.compare_groups({"v": rng.normal(size=100), "by": ["a"] * 100}, "by")
