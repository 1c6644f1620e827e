from featureshift.explain import Diagnosis, Explanation
from featureshift.report.plain import explanation_text, result_text

from .made import clinic, hostile


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
