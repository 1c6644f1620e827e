import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import UnknownNameError
from featureshift.tables.named_columns import matching, named_columns

KNOWN = ["age", "id_a", "id_b", "id_*", "x[1]"]


@pytest.mark.parametrize(
    ("patterns", "names"),
    [
        (["age"], ["age"]),
        (["id_?", "age"], ["age", "id_a", "id_b", "id_*"]),
        (["id_*"], ["id_*"]),  # a name goes before a glob
        (["x[1]"], ["x[1]"]),
        (["[a]*"], ["age"]),
        (["AGE*", "age"], None),  # globs mind the case, as names do
        (["nope"], None),
        (["nope*"], None),
    ],
)
def test_names_and_globs(patterns, names):
    if names is None:
        with pytest.raises(UnknownNameError):
            named_columns(patterns, KNOWN)
    else:
        assert named_columns(patterns, KNOWN) == names


def test_what_is_ignored_by_glob_may_be_absent():
    assert named_columns(["nope*"], KNOWN, may_be_absent=True) == []
    with pytest.raises(UnknownNameError):
        named_columns(["nope"], KNOWN, may_be_absent=True)


def test_values_by_name_or_glob():
    assert matching({"id_a": 1, "id_?": 2, "none*": 3}, KNOWN) == {"id_a": 1, "id_b": 2, "id_*": 2}


def test_globs_choose_and_leave_out():
    table = {"id_a": [1, 2], "id_b": [3, 1], "age": [5, 6], "size": [7, 8]}
    assert read_pair(table, table, ignore="id_*").features == ("age", "size")
    assert read_pair(table, table, columns=["*e"]).features == ("age", "size")
    kept = read_pair(table, table, ignore="id_*", groups="id_a")
    assert kept.features == ("age", "size")
