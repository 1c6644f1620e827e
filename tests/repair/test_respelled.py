import pandas as pd
import pytest

from featureshift.repair.respelled import Respell, from_renamed
from tests.repair.made import explained, result_of


@pytest.mark.parametrize("kind", ["category", "str", object])
def test_types_of_texts_stay(kind):
    query = pd.DataFrame({"x": pd.Series(["A", "b", None], dtype=kind)})
    found = result_of(explained("x", "category-renamed", renames={"a": "A"})).repair(query).table
    assert found["x"].dtype == kind or str(found["x"].dtype) == kind
    assert found["x"].tolist()[:2] == ["a", "b"]
    assert pd.isna(found["x"][2])


def test_what_cannot_be_told_apart():
    merged = explained("x", "category-renamed", renames={"a": "c", "b": "c"})
    assert from_renamed(merged, None) == "two categories were put into one"
    crossed = explained("x", "category-renamed", renames={"early": "LATE.", "late": "EARLY."})
    assert from_renamed(crossed, None).startswith("spelling speaks for other pairs")
    assert from_renamed(explained("x", "category-renamed"), None) == "the old names are not known"


def test_words():
    assert Respell("x", (("A", "a"),)).words == "'A' written 'a' again"
    assert Respell("x", (("A", "a"), ("B", "b"))).words == "'A', 'B' get their old names back"
