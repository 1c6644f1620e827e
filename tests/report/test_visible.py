import xml.etree.ElementTree as ElementTree

import pytest

from featureshift.report.visible import visible

from .made import HOSTILE


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("weight_kg", "weight_kg"),
        ("a b", "a b"),
        ("\x00\x1b[31m", "\\x00\\x1b[31m"),
        ("\u202etxt.exe", "\\u202etxt.exe"),
        ("\u2066x\u2069", "\\u2066x\\u2069"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("\ud800", "\\ud800"),
        ("\uffff", "\\uffff"),
        ("line\u2028end", "line\\u2028end"),
        ("עברית عمر", "עברית عمر"),
        ("می‌خواهم", "می‌خواهم"),  # the joiner is part of the spelling
        ("👩‍🔬", "👩‍🔬"),
        ("", "(no name)"),
        (" \t", "(blank)"),
    ],
)
def test_only_what_misleads_is_spelled_out(text, shown):
    assert visible(text) == shown


def test_names_that_differ_at_either_end_stay_different():
    stem = "x" * 500
    names = [stem + "1", stem + "2", "1" + stem, "2" + stem]
    assert len({visible(name) for name in names}) == 4
    assert all(len(visible(name)) == 120 for name in names)


@pytest.mark.parametrize("text", HOSTILE)
def test_every_text_can_be_stored_in_utf8_and_xml(text):
    element = ElementTree.Element("name", value=visible(text))
    stored = ElementTree.tostring(element, "utf-8")
    assert ElementTree.fromstring(stored).get("value") == visible(text)
