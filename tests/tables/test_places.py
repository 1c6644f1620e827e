import io
from pathlib import Path

import pytest

from featureshift.errors import UnreadableTableError
from featureshift.tables import as_table
from featureshift.tables.places import open_place, open_stream


def test_a_url_is_never_taken_for_a_path():
    with pytest.raises(UnreadableTableError, match="lost a slash"):
        as_table(Path("https://example.com/a.csv"))
    with pytest.raises(UnreadableTableError, match=r"begin with nope://(.|\n)*https"):
        as_table("nope://example.com/a.csv")


def test_a_path_may_look_like_a_url(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s3:").mkdir()
    (tmp_path / "s3:" / "a.csv").write_text("a,b\n1,2\n")
    assert open_place(Path("s3:/a.csv")).n_rows == 1


def test_urls_of_files(tmp_path):
    (tmp_path / "a b.csv").write_text("a,b\n1,2\n")
    assert as_table((tmp_path / "a b.csv").as_uri()).n_rows == 1


def test_streams_of_bytes_and_of_text(tmp_path):
    assert open_stream(io.StringIO("ä;b\n1;2\n")).columns[0].name == "ä"
    path = tmp_path / "t.tsv"
    path.write_text("a\tb\n1\t2\n")
    with path.open("rb") as stream:
        assert list(as_table(stream).notes) == []  # its name says that it has tabs
