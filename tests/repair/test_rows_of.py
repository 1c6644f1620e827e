from datetime import UTC, datetime

import pandas as pd
import polars as pl
import pytest

from featureshift.explain import Where
from featureshift.repair.editable import editable
from featureshift.repair.rows_of import rows_of

COLUMNS = {
    "t": ["a", "b", None, "a"],
    "n": [1.0, 2.0, float("nan"), 3.0],
    "k": [1, 2, 3, 4],
    "b": [True, False, True, False],
    "d": [datetime(2026, 1, day) for day in (1, 2, 3, 4)],
}
SECOND = datetime(2026, 1, 2, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("frame", [pd.DataFrame(COLUMNS), pl.DataFrame(COLUMNS), COLUMNS])
@pytest.mark.parametrize(
    ("column", "op", "values", "rows"),
    [
        ("t", "=", ("a",), [0, 3]),
        ("t", "in", ("a", "b"), [0, 1, 3]),
        ("n", ">", (1.5,), [1, 3]),
        ("n", "<=", (2.0,), [0, 1]),
        ("k", "=", (3.0,), [2]),
        ("b", "=", (True,), [0, 2]),
        ("d", ">", (SECOND,), [2, 3]),
        (None, "rows", (2, 3), [1, 2]),
    ],
)
def test_a_condition_in_every_kind_of_table(frame, column, op, values, rows):
    table = editable(frame)
    found = rows_of(Where("", column, op, values, 0.5), table.column, table.n_rows)
    assert found.nonzero()[0].tolist() == rows
