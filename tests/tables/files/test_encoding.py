import pytest

from featureshift.tables.files.encoding import decoded, is_mostly_utf8, sniff_encoding

TEXT = "name,city\nJürgen,Zürich\nZoë,Málaga\n"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("windows-1252", "windows-1252"),
        ("latin-1", "windows-1252"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
    ],
)
def test_encodings(written, read):
    content = TEXT.encode(written)
    assert sniff_encoding(content) == read
    assert decoded(content, read) == TEXT


def test_a_character_cut_at_the_end_is_no_error():
    content = "aaé".encode()[:-1]
    assert sniff_encoding(content) == "utf-8"
    assert decoded(content, "utf-8") == "aa"


def test_one_damaged_cell_does_not_make_another_encoding():
    assert is_mostly_utf8("é ü ö".encode() + b"\xff")
    assert not is_mostly_utf8("é ü ö".encode("latin-1"))
    assert is_mostly_utf8(b"plain")
    assert sniff_encoding("日本語のテキスト".encode()) == "utf-8"
