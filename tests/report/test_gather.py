from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.explain import Explanation, Population
from featureshift.report import report_data
from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict

from .made import clinic, column, localization, passenger
from .made import wrong_join as made_wrong_join


def test_verdict_and_key_numbers():
    result, explanation = clinic()
    data = report_data(result, explanation=explanation)
    assert data.verdict == "1 column missing, 1 changed type; 4 of the 9 other columns shifted"
    assert [(key.value, key.label) for key in data.key_numbers] == [
        ("4", "columns shifted"),
        ("1", "of them follow others"),
        ("9", "columns compared"),
        ("2", "columns left out"),
        ("5,000", "reference rows"),
        ("2,500", "query rows"),
    ]


def test_no_shift():
    data = report_data(localization(["a"], 0))
    assert data.verdict == "No shift found in 1 column"
    assert (data.explained, data.unexplained, data.no_evidence) == ((), (), None)


def test_culprits_come_first():
    result = localization(["a", "b", "c"], 3)
    columns = passenger("a", 9, ("b",)), column("b", 8.0), column("c", 7.0)
    data = report_data(result, explanation=Explanation(columns, 10, 10))
    assert [column.feature for column in data.explained] == ["b", "c", "a"]


def test_drivers_come_before_what_follows_from_them():
    result = localization(["a", "b"], 2)
    population = Population("the query holds other shares of rows", (), 0.9, ("a",), ())
    found = Explanation((column("a", 9.0), column("b", 8.0)), 10, 10, population=population)
    data = report_data(result, explanation=found)
    assert [column.feature for column in data.explained] == ["b", "a"]


def test_of_columns_that_moved_together_the_one_that_lost_most_stands_for_all():
    result, explanation = made_wrong_join()
    weak = tuple(
        replace(c, partners=()) if c.feature == "weight_kg" else c for c in explanation.columns
    )
    data = report_data(result, explanation=replace(explanation, columns=weak))
    assert [column.feature for column in data.explained] == ["bmi", "glucose"]


def test_another_dialect_is_told_of_the_whole_table():
    change = SchemaChange(ChangeKind.DIALECT, None, "the query is written with ';' between fields")
    result = replace(localization(["a", "b"], 0), schema=SchemaVerdict((change,)))
    assert report_data(result).verdict == "another dialect; no shift found in 2 columns"


def test_what_broke_in_the_schema_comes_first():
    result, explanation = clinic()
    unbroken = replace(result, schema=SchemaVerdict())
    assert report_data(unbroken, explanation=explanation).verdict == "4 of 9 columns shifted"
    quiet = replace(result, shifted=np.zeros(9, bool))
    assert report_data(quiet).verdict.endswith("; no shift in the other 9")


def test_a_column_that_broke_but_is_compared_is_not_among_the_others():
    change = SchemaChange(ChangeKind.NUMBERS_AS_TEXT, "a", "type changed: number -> text")
    result = replace(localization(["a", "b"], 0), schema=SchemaVerdict((change,)))
    assert report_data(result).verdict == "1 column changed type; no shift in the compared 2"


def test_what_the_schema_says_is_not_noted_again():
    result, explanation = clinic()
    data = report_data(result, explanation=explanation)
    assert "pulse" in [note.column for note in result.notes]
    assert "pulse" not in [note.column for note in data.notes]


def test_columns_of_instants_are_known():
    days = np.arange("2020-01-01", "2022-09-27", dtype="datetime64[D]")
    shuffled = np.random.default_rng(0).permutation(days)
    tables = [pa.table({"when": shuffled + shift, "x": np.arange(1000) % 7}) for shift in (0, 900)]
    data = report_data(fs.localize(*tables, n_shifted=1))
    assert data.dated == {"when"}


def test_columns_beyond_the_explained_are_named():
    result = localization(["a", "b", "c"], 3)
    data = report_data(result, explanation=Explanation((column("b", 1.0),), 10, 10, ("a", "c")))
    assert data.unexplained == ("a", "c")


def test_a_loaded_result_has_a_report_that_says_why_it_has_no_evidence():
    rng = np.random.default_rng(0)
    reference, query = rng.normal(size=(500, 3)), rng.normal(size=(500, 3)) * [1, 4, 1]
    scores = fs.localize(reference, query, n_shifted=1).to_dict()
    loaded = fs.Localization.from_dict(scores)
    data = report_data(loaded)
    assert data.n_shifted == 1
    assert data.explained == ()
    assert data.unexplained == ("x1",)
    assert data.no_evidence


def test_a_fresh_result_is_explained():
    rng = np.random.default_rng(0)
    reference, query = rng.normal(size=(500, 3)), rng.normal(size=(500, 3)) * [1, 4, 1]
    data = report_data(fs.localize(reference, query, n_shifted=1))
    assert [column.feature for column in data.explained] == ["x1"]
    assert data.no_evidence is None


@pytest.mark.parametrize(("method", "caveats"), [("sm-threshold", 1), ("datafix", 0), ("own", 0)])
def test_a_method_blind_to_relations_is_named(method, caveats):
    assert len(report_data(localization(["a"], 0, method=method)).caveats) == caveats


def test_columns_that_moved_together_are_told_once(wrong_join):
    assert [column.feature for column in wrong_join.explained] == ["weight_kg", "glucose"]
    assert wrong_join.explained[0].together == ("weight_kg", "bmi", "waist_cm")
    assert wrong_join.unexplained == ()
    place = wrong_join.columns.names.index("bmi")
    assert "moved together" in wrong_join.columns.remarks[place]


def test_those_beyond_the_explained_are_told_with_their_event():
    """Explained are only so many columns; the event of one of them holds for the others, too."""
    result, explanation = made_wrong_join()
    few = replace(explanation, columns=explanation.columns[:2], not_explained=("bmi", "waist_cm"))
    assert report_data(result, explanation=few).unexplained == ()


def test_a_population_is_a_sentence_of_its_own():
    result, explanation = clinic()
    population = Population("the query holds other shares of rows", (), 0.9, ("a",), ())
    data = report_data(result, explanation=replace(explanation, population=population))
    assert data.population == "The query holds other shares of rows."
    assert report_data(result, explanation=explanation).population is None
