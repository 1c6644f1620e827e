import io
from types import SimpleNamespace

import pytest

from featureshift.cli.inputs import open_inputs, title
from featureshift.errors import OptionError, UnknownNameError
from featureshift.tables import Kind
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.options import ReadOptions


def test_without_options_places_stay_places():
    assert open_inputs("a.csv", "b.csv", ReadOptions()) == ("a.csv", "b.csv")


def test_standard_input_is_one_table(monkeypatch):
    stream = io.BytesIO(b"a,b\n1,2\n")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=stream))
    assert open_inputs("a.csv", "-", ReadOptions()) == ("a.csv", stream)
    with pytest.raises(OptionError, match="both tables"):
        open_inputs("-", "-", ReadOptions())


def test_types_may_be_absent_on_one_side_only(tmp_path):
    (tmp_path / "a.csv").write_text("zip,n\n1,2\n")
    (tmp_path / "b.csv").write_text("n\n2\n")
    places = str(tmp_path / "a.csv"), str(tmp_path / "b.csv")
    first, second = open_inputs(*places, ReadOptions(Dialect(), {"zip": "text"}))
    assert [column.kind for column in first.columns] == [Kind.CATEGORICAL, Kind.NUMERIC]
    assert [column.name for column in second.columns] == ["n"]
    with pytest.raises(UnknownNameError, match="did you mean 'zip'"):
        open_inputs(*places, ReadOptions(Dialect(), {"zipp": "text"}))


@pytest.mark.parametrize(
    ("place", "called"),
    [
        ("-", "standard input"),
        ("dir/a.csv", "a.csv"),
        ("https://example.com/a.csv?token=secret", "a.csv"),
    ],
)
def test_titles(place, called):
    assert title(place) == called
