from featureshift.explain import Where
from featureshift.repair.rolled import Roll, from_row_offset
from tests.repair.made import explained, result_of


def test_a_column_goes_back_by_as_many_rows_as_it_is_late():
    late = result_of(explained("x", "row-offset", numbers={"rows": 1.0}))
    found = late.repair({"x": [9.0, 0.0, 1.0], "y": [0, 1, 2]}).table["x"]
    assert found[:2].tolist() == [0.0, 1.0]
    assert Roll("x", 1).words == "moved up by 1 row"
    assert Roll("x", -2).words == "moved down by 2 rows"


def test_some_rows_are_not_moved():
    where = Where("only in rows 1 to 2", None, "rows", (1, 2), 0.1)
    some = explained("x", "row-offset", numbers={"rows": 1.0}, where=where)
    assert "tear the column apart" in from_row_offset(some, None)
