import numpy as np
import pytest

import featureshift as fs
from featureshift.errors import TableError


def test_a_source_that_lacks_a_column_is_odd_and_no_norm(sites):
    found = fs.compare(sites | {"s1": sites["s1"].drop(columns="c")})
    assert "s1" in found.odd
    assert "s1" not in found.pool
    assert found["s1"].schema.broken
    assert np.isnan(found.scores[found.sources.index("s1"), found.features.index("c")])
    assert found["s0"].features == (*"abcde", "color")


def test_sources_that_are_all_different_cannot_be_pooled(rng):
    sources = {name: {name: rng.normal(size=50), "x": rng.normal(size=50)} for name in "abc"}
    with pytest.raises(TableError, match="no two sources have the same columns"):
        fs.compare(sources)
    assert len(fs.compare(sources, columns="x")) == 3


def test_two_sources_are_each_the_pool_of_the_other(rng):
    one, other = ({"x": rng.normal(size=500) * k} for k in (1, 3))
    found = fs.compare({"one": one, "other": other})
    assert set(found.odd) == {"one", "other"}
    wanted = fs.localize(one, other)
    np.testing.assert_array_equal(found["other"].scores, wanted.scores)
