import pyarrow as pa
import pytest

from featureshift.errors import OptionError, UnreadableTableError
from featureshift.tables.files.file import File, own_errors


def test_a_file_can_be_opened_again(tmp_path):
    (tmp_path / "A.CSV.gz").write_bytes(b"content")
    for file in (File.at(tmp_path / "A.CSV.gz"), File.of_bytes("A.CSV.gz", b"content")):
        assert file.endings == [".csv", ".gz"]
        for _ in range(2):
            with file.open() as stream:
                assert stream.read() == b"content"


@pytest.mark.parametrize(
    "raised", [pa.ArrowInvalid("bad\nworse"), OSError("bad"), RuntimeError("bad")]
)
def test_what_readers_raise_becomes_ours(raised):
    with (
        pytest.raises(UnreadableTableError, match="cannot read 'x'\n  found: bad\n"),
        own_errors("x"),
    ):
        raise raised


def test_our_own_errors_and_bugs_pass():
    for error in (OptionError("mine"), KeyError("bug")):
        with pytest.raises(type(error)), own_errors("x"):
            raise error
