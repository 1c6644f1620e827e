"""What is done to texts, and what is said of it."""

import re

import numpy as np
import pytest

from featureshift.tables.text.changes import format_changes
from featureshift.tables.text.sample import TextSample

TEXT = "the parcel came late and the box was open; please refund Müller or send it to café Łódź"
WORDS = np.array(TEXT.split())


def comments(rng, n=400):
    return [" ".join(rng.choice(WORDS, rng.integers(3, 20))).capitalize() for _ in range(n)]


def numbers(rng, n=400):
    return [f"{rng.choice(['AT', 'DE', 'CH'])}-{rng.integers(10**6):06d}" for _ in range(n)]


def uuids(rng, n=400):
    return [re.sub(r"(.{8})(.{4})(.{4})", r"\1-\2-\3-", rng.bytes(12).hex()) for _ in range(n)]


def mails(rng, n=400):
    names = np.array(["anna", "bob", "carla", "dmitri", "eve"])
    return [f"{rng.choice(names)}{rng.integers(10**4)}@shop.example" for _ in range(n)]


KINDS_OF_TEXT = (comments, numbers, uuids, mails)


def found(rng, texts, change, share=1.0):
    before, after = texts(rng), texts(rng)
    after = [change(text) if rng.random() < share else text for text in after]
    return format_changes(TextSample.of(before), TextSample.of(after))


@pytest.mark.parametrize("texts", KINDS_OF_TEXT)
@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        (lambda t: t + "  ", "whitespace", "100% of the texts begin or end with spaces, before 0%"),
        (lambda t: f'"{t}"', "quotes", "100% of the texts are in quotation marks, before 0%"),
        (lambda t: t.swapcase().upper() + "x", "case", "case"),
        (lambda t: t + "&lt;", "encoding", "as HTML writes them"),
        (lambda t: f"Z\ufffd{t}", "encoding", "have lost characters"),
        (lambda t: f"ZÃ¼{t!a}", "encoding", "UTF-8 was read as Latin-1: 'Zü"),
    ],
)  # fmt: skip
def test_each_change_is_named_first(rng, texts, change, kind, words):
    first = found(rng, texts, change)[0]
    assert first.kind == kind
    assert words in first.words


@pytest.mark.parametrize(
    ("texts", "change", "kind", "words"),
    [
        (comments, lambda t: t[:40], "truncation", "cut off after 40 characters"),
        (comments, str.upper, "case", "texts are now in upper case"),
        (comments, lambda t: t.encode("ascii", "replace").decode(), "encoding", "lost characters"),
        (comments, lambda t: t.replace(" ", ""), "characters", "spaces"),
        (comments, lambda t: t + t[1:], "length", "before"),
        (numbers, lambda t: t.replace("-", ""), "pattern", "look like 'AA999999', before 0%"),
        (numbers, lambda t: t + "0", "digits", "'AA-9999999'"),
        (uuids, lambda t: t.replace("-", ""), "pattern", "look like 'x'"),
        (mails, lambda t: t.split("@")[0], "pattern", "'aaa9999@aaaa.aaaaaaa', before"),
    ],
)
def test_changes_that_suit_some_texts_only(rng, texts, change, kind, words):
    first = found(rng, texts, change)[0]
    assert first.kind == kind
    assert words in first.words


@pytest.mark.parametrize("texts", KINDS_OF_TEXT)
def test_some_texts_only(rng, texts):
    changes = found(rng, texts, lambda t: f" {t}", share=0.3)
    assert [c.kind for c in changes] == ["whitespace"]


def test_what_was_mended_is_told_too(rng):
    before = [t.encode().decode("latin-1") for t in comments(rng)]
    (only,) = format_changes(TextSample.of(before), TextSample.of(comments(rng)))
    assert "UTF-8 is no longer read as Latin-1" in only.words


def test_longer_ids_are_not_called_no_longer_cut(rng):
    kinds = {c.kind for c in found(rng, numbers, lambda t: t + "-2025")}
    assert kinds == {"pattern"}
