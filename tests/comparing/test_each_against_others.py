import pytest

import featureshift as fs
from featureshift.errors import TableError


def test_few_rows_are_told(sites):
    found = fs.compare(sites | {"tiny": sites["s0"][:20]})
    assert found.left_out == {"tiny": "20 rows are too few to compare: fewer than 30"}
    assert "tiny" not in found


def test_one_source_with_enough_rows_is_none_to_compare(sites):
    with pytest.raises(TableError, match="no two sources"):
        fs.compare({"a": sites["s0"][:5], "b": sites["s1"]})
