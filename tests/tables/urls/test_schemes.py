import pytest

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.sources import as_table
from featureshift.tables.urls.schemes import SCHEMES, open_url


def test_a_scheme_is_one_line(monkeypatch):
    monkeypatch.setitem(SCHEMES, "toy", lambda url, _: as_table({"a": [len(url)]}))
    assert open_url("toy://x", ReadOptions()).n_rows == 1
    assert as_table("toy://x").n_rows == 1


def test_unknown_schemes_are_told_what_is_known():
    with pytest.raises(UnreadableTableError, match=r"(?s)begin with nope://.*https, s3, gs"):
        open_url("nope://x/a.csv", ReadOptions())
