import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.errors import TableError, UnknownNameError


def test_an_unknown_column(rng):
    with pytest.raises(UnknownNameError, match="did you mean 'sex'"):
        fs.compare_groups({"v": rng.normal(size=9), "sex": ["a"] * 9}, "sexx")


def test_a_column_that_cannot_divide():
    with pytest.raises(TableError, match="cannot divide"):
        fs.compare_groups(pa.table({"v": [1, 2], "by": [[1], [2]]}), "by")
