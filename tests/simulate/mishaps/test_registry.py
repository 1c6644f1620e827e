import numpy as np
import pytest

from featureshift.corpus.mixed import clinic, orders
from featureshift.simulate.mishaps import MISHAPS
from featureshift.simulate.mishaps.dates import DATE_MISHAPS

from .building import tables


@pytest.mark.parametrize("code", MISHAPS)
def test_mishaps_return_new_columns_and_change_them(code):
    reference, query = tables(draw=orders if code in DATE_MISHAPS else clinic)
    before = {name: column.copy() for name, column in query.items()}
    applied = 0
    for name in query:
        new = MISHAPS[code](reference, query, name, np.random.default_rng(3))
        applied += bool(new)
        for other, column in new.items():
            assert other in query
            assert len(column) == 600
            assert [*column] != [*query[other]]
    assert applied
    for name, column in before.items():
        np.testing.assert_array_equal(query[name], column)


def test_same_seed_same_mishap():
    reference, query = tables()
    first, second = (
        MISHAPS["noise"](reference, query, "age", np.random.default_rng(1))["age"] for _ in range(2)
    )
    np.testing.assert_array_equal(first, second)
