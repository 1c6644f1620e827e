from collections import Counter

import pytest

from featureshift.tables.arrow import hash_text
from featureshift.tables.scan import Levels
from featureshift.tables.schema.dictionary import changed_dictionary


def levels(**counts):
    return Levels(
        Counter({hash_text(text): n for text, n in counts.items()}),
        {hash_text(text): text for text in counts},
    )


REFERENCE = levels(basic=100, plus=50, pro=20)


@pytest.mark.parametrize(
    "query",
    [
        REFERENCE,
        levels(basic=100, plus=50, pro=20, ultra=60),
        levels(basic=3),
        levels(basic=200, Plus=4, pro=10),
        levels(batch=500),
        levels(**{f"name {n}": 1 for n in range(200)}),
    ],
    ids=["same", "one more", "few rows", "odd spelling", "one level", "identifiers"],
)
def test_no_change(query):
    assert changed_dictionary("plan", REFERENCE, query) is None


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (levels(BASIC=100, PLUS=50), "case of levels changed (e.g. 'basic' -> 'BASIC')"),
        (levels(**{" basic": 90, "plus": 50}), "spaces of levels changed"),
        (levels(**{"1": 100, "2": 50, "3": 20}), "codes instead of labels ('basic', 'plus', ..."),
        (levels(S=100, M=50, L=20), "all levels are new ('basic', 'plus', ... -> 'S', 'M', ...)"),
    ],
)
def test_changes(query, words):
    assert changed_dictionary("plan", REFERENCE, query).message.startswith(words)


def test_dates_are_new_by_nature():
    months = [levels(**{f"2024-{m:02d}": 50 for m in group}) for group in ((1, 2), (3, 4))]
    assert changed_dictionary("month", *months) is None
