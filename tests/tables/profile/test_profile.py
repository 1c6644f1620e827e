import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.errors import ProfileError
from featureshift.tables import Kind, as_table
from featureshift.tables.table import Selection


@pytest.fixture
def table():
    return pa.table(
        {
            "x": [1.5, None, 3.0],
            "list": [[1], [2], [3]],
            "color": ["red", None, "blue"],
            "code": pa.array([7, 8, 7]).dictionary_encode(),
            "nothing": pa.nulls(3),
        }
    )


def test_it_reads_as_the_table_it_was_made_of(table):
    kinds = [
        Selection(0, Kind.NUMERIC),
        Selection(2, Kind.CATEGORICAL),
        Selection(3, Kind.CATEGORICAL),
        Selection(3, Kind.NUMERIC),
        Selection(4, Kind.CATEGORICAL),
    ]
    (part,), (own,) = fs.profile(table).partitions(), as_table(table).partitions()
    assert part.n_rows == own.n_rows == 3
    (found,), (wanted,) = part.batches(kinds), own.batches(kinds)
    np.testing.assert_array_equal(found.values, wanted.values)
    assert found.levels == wanted.levels
    (head,) = fs.profile(table).heads(kinds)
    np.testing.assert_array_equal(head.values, wanted.values)
    assert head.levels == wanted.levels


def test_all_columns_are_known_and_those_that_can_be_compared_are_kept(table):
    profile = fs.profile(table)
    assert profile.columns == tuple(as_table(table).columns)
    assert profile.places == {0: 0, 2: 1, 3: 2, 4: 3}


def test_a_sample_is_no_table_to_read(monkeypatch):
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)
    profile = fs.profile(np.arange(3000.0)[:, None])
    assert repr(profile) == "Profile(3,000 rows, 1 columns, 1,000 rows kept)"
    with pytest.raises(ProfileError, match="1,000 of 3,000 rows"):
        profile.partitions()


def test_more_texts_than_are_kept_cannot_be_read_as_numbers(monkeypatch):
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)
    monkeypatch.setattr("featureshift.tables.scan.MAX_LEVELS", 1200)
    monkeypatch.setattr("featureshift.tables.scan.MOST_TEXTS", 100)
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=3000).round(6)
    reference = pd.DataFrame({"x": [f"{v} km" for v in numbers], "y": rng.normal(size=3000)})
    profile = fs.profile(reference)
    assert profile.lacks_texts("x")
    assert not profile.lacks_texts("y")
    result = fs.localize(profile, {"x": numbers[:500], "y": rng.normal(size=500)})
    assert result.features == ("y",)
    (change,) = result.schema.changes
    assert change.column == "x"
    assert "the profile keeps too few of its texts" in change.message


def test_only_numbered_columns_are_renamed():
    numbered, named = fs.profile(np.zeros((2, 2))), fs.profile({"a": [1.0], "b": [2.0]})
    assert [column.name for column in numbered.renamed(["p", "q"]).columns] == ["p", "q"]
    assert numbered.renamed(["p"]) is numbered
    assert named.renamed(["p", "q"]) is named


def test_it_is_no_table_to_repair():
    rng = np.random.default_rng(0)
    reference, query = ({"x": rng.normal(size=500), "y": rng.normal(size=500)} for _ in range(2))
    query["x"] = query["x"] + 100.0
    result = fs.localize(fs.profile(reference), query)
    assert result.repair(query, fs.profile(reference)).remaining.shifted_features == ("x",)
    for told in ({"query": fs.profile(query)}, {"query": query, "impute": True}):
        with pytest.raises(ProfileError, match="no table to repair"):
            result.repair(**told, reference=fs.profile(reference))
