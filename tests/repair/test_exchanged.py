import pandas as pd

from tests.repair.made import explained, result_of


def exchanged():
    return (
        explained("x", "swapped", renames={"x": "y"}),
        explained("y", "swapped", renames={"y": "x"}),
    )


def test_two_columns_are_exchanged_once():
    query = pd.DataFrame({"x": [1.0, 2.0], "y": [3.0, 4.0], "z": [5, 6]})
    repaired = result_of(*exchanged()).repair(query)
    assert repaired.table["x"].tolist() == [3.0, 4.0]
    assert repaired.table["y"].tolist() == [1.0, 2.0]
    assert [done.words for done in repaired.done] == ["exchanged with 'y'"]
    names = {"query": query}
    exec(result_of(*exchanged()).repair_code(), names)
    pd.testing.assert_frame_equal(names["repaired"], repaired.table)


def test_an_exchange_that_only_one_column_tells_is_not_believed():
    one = explained("x", "swapped", renames={"x": "y"})
    repaired = result_of(one).repair({"x": [1.0], "y": [2.0], "z": [3.0]})
    assert repaired.done == ()
    assert repaired.left[0].why == "'y' does not look exchanged with it"
