import pytest

from featureshift.engines.reading import read_pair
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.schema.dialect import changed_dialect


def test_what_only_one_file_shows_is_no_change():
    assert changed_dialect(Dialect(";", decimal=","), Dialect(";", thousands=".")) is None
    assert changed_dialect(None, Dialect(";")) is None
    assert changed_dialect(Dialect(";"), Dialect(";")) is None


def test_only_what_changed_is_told():
    change = changed_dialect(Dialect(";", ",", ""), Dialect(";", ",", "."))
    assert change.message.startswith("the query is written with '.' between thousands, the ref")
    assert change.breaks


@pytest.mark.parametrize(("comma", "broken"), [(",", False), (";", True)])
def test_a_file_with_other_separators_breaks_whoever_reads_it(tmp_path, rng, comma, broken):
    for name, separator in (("a", ","), ("b", comma)):
        lines = ["x,y", *(f"{x:.3f},{y:.3f}" for x, y in rng.normal(size=(50, 2)))]
        text = "\n".join(lines).replace(",", separator)
        (tmp_path / f"{name}.csv").write_text(text)
    schema = read_pair(tmp_path / "a.csv", tmp_path / "b.csv").schema
    assert schema.broken is broken
    assert schema.headline == ("another dialect" if broken else "")
