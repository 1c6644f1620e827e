from dataclasses import replace

from featureshift.explain import Diagnosis, Explanation, Population
from featureshift.explain.evidence import Driver
from featureshift.report.plain import explanation_text, result_text

from .made import clinic, column, hostile


def test_an_explanation_is_a_page_of_lines():
    _, explanation = clinic()
    lines = str(explanation).splitlines()
    first = explanation.columns[0]
    assert lines[0] == f"{first.feature}: {first.what_happened}"
    assert lines[1].startswith("    ")
    assert any(" -> " in line for line in lines)
    assert "ColumnExplanation(" not in str(explanation)


def test_hostile_names_are_spelled_out():
    result, explanation = hostile()
    for text in (explanation_text(explanation), result_text(result)):
        assert all(character.isprintable() or character == "\n" for character in text)


def test_nothing_to_explain():
    assert explanation_text(Explanation((), 5, 5)).startswith("No column is shifted")


def test_types_that_changed_and_what_was_not_looked_at():
    retyped = {"t": Diagnosis("type-changed", "a number became a text", "high")}
    text = explanation_text(Explanation((), 5, 5, ("u",), retyped))
    assert text == "t: a number became a text\nnot looked at: u"


def test_columns_that_moved_together_are_told_once():
    columns = tuple(
        replace(column(name, 5.0), moved_with=tuple({"a", "b"} - {name})) for name in ("a", "b")
    )
    text = explanation_text(Explanation((*columns, column("c", 4.0)), 5, 5))
    assert [line.split(":")[0] for line in text.splitlines() if line[0] != " "] == ["a, b", "c"]


def test_a_population_is_told_before_its_columns():
    driver = Driver("age", "more rows with age < 30: 14% -> 37%")
    told = Population("the query holds other shares of rows", (driver,), 0.9, (), ())
    text = explanation_text(Explanation((column("age", 5.0),), 5, 5, population=told))
    assert text.startswith("the query holds other shares of rows\nage: ")
