import numpy as np
import pytest

from featureshift.engines.reading import read_pair
from featureshift.tables import judge
from featureshift.tables import scan as scan_module
from featureshift.tables.text.changes import KINDS, format_changes
from featureshift.tables.text.sample import TextSample

from .test_looks import KINDS_OF_TEXT, comments, numbers


@pytest.mark.parametrize("texts", KINDS_OF_TEXT)
def test_nothing_is_told_of_texts_written_alike(texts):
    rng = np.random.default_rng(5)
    for rows in (20, 150, 600):
        for _ in range(10):
            pair = TextSample.of(texts(rng, rows)), TextSample.of(texts(rng, rows // 2))
            assert format_changes(*pair) == ()


def test_texts_that_come_again_and_cells_that_are_empty(rng):
    before, after = numbers(rng), numbers(rng)
    again = [after[k] for k in rng.integers(0, 40, 400)]
    (only,) = format_changes(TextSample.of(before), TextSample.of(again), "id")
    assert (only.column, only.kind) == ("id", "repeated")
    assert only.words.startswith("9")
    gone = [text if k % 3 else None for k, text in enumerate(after)]
    (only,) = format_changes(TextSample.of(before), TextSample.of(gone))
    assert (only.kind, only.words) == ("missing", "34% of the cells are empty, before 0%")


def test_a_longer_table_does_not_repeat_its_texts_more(rng):
    texts = [f"t{k}" for k in rng.integers(0, 5000, 8000)]
    assert format_changes(TextSample.of(texts[:500]), TextSample.of(texts[500:])) == ()


def test_kinds_are_told_apart():
    assert len(set(KINDS)) == len(KINDS)


def tables(rng, change=lambda text: text):
    n = 400
    reference = {"x": rng.normal(size=n), "id": numbers(rng, n), "comment": comments(rng, n)}
    query = {"x": rng.normal(size=n), "id": numbers(rng, n), "comment": comments(rng, n)}
    return reference, query | {"comment": [change(text) for text in query["comment"]]}


def test_columns_without_categories_are_compared_as_they_are_written(rng):
    pair = read_pair(*tables(rng, str.lower))
    assert pair.features == ("x",)
    (change,) = pair.schema.breaking
    assert (change.column, change.kind) == ("comment", "changed text format")
    assert "lower case" in change.message
    assert [n.code for n in pair.notes] == ["identifier", "free-text"]
    assert "compared by length and characters only" in pair.notes[0].message


def test_also_beyond_the_number_of_levels_that_are_counted(rng, monkeypatch):
    for module in (scan_module, judge):
        monkeypatch.setattr(module, "MAX_LEVELS", 100)
    pair = read_pair(*tables(rng, str.strip))
    assert [n.code for n in pair.notes] == ["too-many-levels"] * 2
    (change,) = read_pair(*tables(rng, lambda text: text[:30])).schema.breaking
    assert change.message.startswith("texts are cut off after 30 characters")
