import numpy as np
import pyarrow as pa

from featureshift.repair.copies import first_of_each
from featureshift.repair.editable import editable


def test_the_first_of_each_row_stays():
    table = pa.table({"a": [1.0, 2.0, 1.0, None, None], "b": ["x", "y", "x", "z", "z"]})
    assert first_of_each(editable(table)).tolist() == [0, 1, 3]


def test_rows_of_arrays():
    array = np.array([[1.0, 2.0], [1.0, 2.0], [1.0, 3.0]])
    assert first_of_each(editable(array)).tolist() == [0, 2]
