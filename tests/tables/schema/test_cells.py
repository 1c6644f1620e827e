import numpy as np
import pyarrow as pa

from featureshift.tables import Kind, as_table
from featureshift.tables.schema.cells import peek
from featureshift.tables.table import HEAD_ROWS


def test_rows_come_from_all_over_the_table():
    n = 3_000_000
    (cells,) = peek(as_table(np.arange(n, dtype=np.float64)[:, None]), [0])
    assert HEAD_ROWS - 4 < len(cells.values) <= HEAD_ROWS
    assert cells.values[0] == 0.0
    assert cells.values[-1] > n / 2


def test_texts_stand_in_their_rows():
    table = as_table(pa.table({"n": [1, 2, None], "t": ["b", None, "a"]}))
    numbers, texts = peek(table, [0, 1])
    assert texts.kind is Kind.CATEGORICAL
    assert texts.all_texts == ("b", None, "a")
    assert texts.texts == ("b", "a")
    assert numbers.present.tolist() == [1.0, 2.0]
