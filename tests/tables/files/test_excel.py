import datetime
import sys

import numpy as np
import openpyxl
import pytest

import featureshift as fs
from featureshift.engines.reading import read_pair
from featureshift.errors import MissingExtraError, TableError, UnknownNameError
from featureshift.tables import Kind, as_table


@pytest.fixture
def workbook(tmp_path):
    def write(rows, *more_sheets):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        for name in more_sheets:
            book.create_sheet(name).append(["z"])
            book[name].append([1])
        book.save(tmp_path / "t.xlsx")
        return tmp_path / "t.xlsx"

    return write


ROWS = [
    ["n", "s", "day", "flag", None, "zip"],
    [1, "a", datetime.date(2024, 1, 31), True, None, "00123"],
    [2.5, None, datetime.datetime(2024, 2, 1, 8), False, None, "99084"],
]


def test_types_of_cells(workbook):
    table = as_table(workbook(ROWS))
    assert {column.name: column.kind for column in table.columns} == {
        "n": Kind.NUMERIC,
        "s": Kind.CATEGORICAL,
        "day": Kind.DATETIME,
        "flag": Kind.BOOLEAN,
        "zip": Kind.CATEGORICAL,
    }
    assert (table.n_rows, list(table.notes)) == (2, [])


def test_a_column_without_name_is_numbered(workbook):
    path = workbook([["a", None], [1, 2]])
    assert [column.name for column in as_table(path).columns] == ["a", "x1"]


def test_which_sheet_was_read_is_told(workbook):
    path = workbook(ROWS, "February")
    notes = [note.message for note in read_pair(path, path).notes if note.code == "sheet"]
    assert notes == ["both tables are read from the sheet 'Sheet', the first of 2"]
    chosen = fs.read_table(path, sheet="February")
    assert ([column.name for column in chosen.columns], list(chosen.notes)) == (["z"], [])
    with pytest.raises(UnknownNameError, match="did you mean 'February'"):
        fs.read_table(path, sheet="Febuary")


@pytest.mark.parametrize(
    ("rows", "says"), [([], "is empty"), ([["a", "a"], [1, 2]], "more than one column named 'a'")]
)
def test_sheets_that_are_no_tables(workbook, rows, says):
    with pytest.raises(TableError, match=says):
        as_table(workbook(rows))


def test_a_missing_package_is_told(workbook, monkeypatch):
    path = workbook(ROWS)
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(MissingExtraError, match=r"featureshift\[excel\]"):
        as_table(path)


def test_shifts_are_found_in_workbooks(workbook, tmp_path, rng):
    reference, query = rng.normal(size=(2, 300, 3))
    query[:, 1] += 2
    path = workbook([["a", "b", "c"], *query.tolist()])
    result = fs.localize(dict(zip("abc", np.transpose(reference), strict=True)), path)
    assert result.shifted_features == ("b",)
