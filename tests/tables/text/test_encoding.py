import pytest

from featureshift.tables.text.encoding import garbled, is_garbled, repaired


@pytest.mark.parametrize("text", ["Zürich", "Małopolskie", "日本語", "naïve – “quoted”", "Ελλάδα"])
@pytest.mark.parametrize("codec", ["latin-1", "cp1252"])
def test_what_was_garbled_can_be_repaired(text, codec):
    made = garbled(text, codec)
    if made != text:  # the Windows codec has gaps
        assert is_garbled(made)
        assert repaired(made) == text


@pytest.mark.parametrize("text", ["", "Bern", "Zürich", "Ã la carte", "São Paulo", "日本"])
def test_what_is_right_stays(text):
    assert repaired(text) == text
