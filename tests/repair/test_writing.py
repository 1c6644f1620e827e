import pyarrow as pa
import pytest

from featureshift.errors import OptionError
from featureshift.repair.editable import editable
from featureshift.repair.writing import WRITERS, write_table


@pytest.mark.parametrize("suffix", WRITERS)
def test_what_is_written_can_be_read(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    write_table(pa.table({"a": [1, 2], "b": ["x", "y"]}), path)
    found = editable(path)
    assert found.column("a").to_list() == [1, 2]
    assert found.column("b").to_list() == ["x", "y"]


def test_places_and_names_that_cannot_be(tmp_path):
    with pytest.raises(OptionError, match="no table is written"):
        write_table(pa.table({"a": [1]}), tmp_path / "a.docx")
    with pytest.raises(OptionError, match="cannot write"):
        write_table(pa.table({"a": [1]}), tmp_path / "no" / "a.csv")
