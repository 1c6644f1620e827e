import pyarrow as pa

from featureshift.tables import as_table
from featureshift.tables.schema import ChangeKind
from featureshift.tables.schema.of_columns import changes_of_columns
from featureshift.tables.schema.renames import MOST_COLUMNS


def table(names, rng, n=60):
    return {name: rng.normal(size=n) for name in names}


def test_only_asked_for_columns_are_looked_at(rng):
    tables = as_table(table("abc", rng)), as_table(table("ab", rng))
    assert list(changes_of_columns(tables, ["a", "b"])) == []
    (found,) = changes_of_columns(tables, ["a", "c"])
    assert (found.kind, found.column) == (ChangeKind.MISSING, "c")


def test_the_order_of_common_columns_counts(rng):
    tables = as_table(table("abc", rng)), as_table(table("xcb", rng))
    kinds = [change.kind for change in changes_of_columns(tables, list("abcx"))]
    assert ChangeKind.ORDER in kinds


def test_columns_that_cannot_be_compared_may_come_and_go(rng):
    common = rng.normal(size=60)
    before = pa.table({"x": common, "tags": [["a"]] * 60, "raw": [b"\xff"] * 60})
    after = pa.table({"x": common, "labels": [["a"]] * 60, "y": common, "none": pa.nulls(60)})
    tables = as_table(before), as_table(after)
    changes = changes_of_columns(tables, ["x", "tags", "raw", "labels", "y", "none"])
    found = {change.column: change.kind for change in changes}
    assert found == dict.fromkeys(("tags", "raw"), ChangeKind.MISSING) | dict.fromkeys(
        ("labels", "y", "none"), ChangeKind.NEW
    )


def test_hundreds_of_columns_are_not_paired(rng):
    values = rng.normal(size=60)
    names = [f"c{i}" for i in range(MOST_COLUMNS + 1)]
    tables = [as_table({"x": values} | dict.fromkeys(some, values)) for some in (names, ["c0_old"])]
    kinds = {change.kind for change in changes_of_columns(tuple(tables), ["x", *names, "c0_old"])}
    assert kinds == {ChangeKind.MISSING, ChangeKind.NEW}
