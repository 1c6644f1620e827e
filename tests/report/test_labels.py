from dataclasses import replace

import pytest

from featureshift.report import render, report_data
from featureshift.report.labels import Labels, relabeled, said

from .made import clinic, undoable

MONTHS = Labels("January", "February")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("far beyond the range of the reference", "far beyond the range of January"),
        ("4,000 reference rows, 3 query rows", "4,000 January rows, 3 February rows"),
        ("The query has none", "February has none"),
        ("the reference's 'the query' stays", "January's 'the query' stays"),
        ("a queryable reference_id", "a queryable reference_id"),
    ],
)
def test_sentences_in_the_words_of_the_user(text, wanted):
    assert said(text, MONTHS) == wanted
    assert said(text, Labels()) == text


@pytest.mark.parametrize("kind", ["html", "markdown", "short"])
def test_every_report_says_them(kind):
    result, explanation = clinic()
    named = replace(result, labels=("<January>", "February"))
    data = report_data(named, explanation=explanation)
    assert data.title == "February against <January>"
    text = render(data, kind)
    assert "February" in text
    assert "<January>" not in text  # escaped


def test_json_keeps_the_words_of_the_library():
    result, explanation = clinic()
    data = report_data(replace(result, labels=MONTHS), explanation=explanation)
    assert data.explanation == explanation
    assert data.result.to_dict()["labels"] == ["January", "February"]


def test_what_can_be_undone_is_said_in_them_but_for_its_code():
    result, explanation = undoable(["x"])
    rounded = replace(explanation.columns[0], decimals=1)
    explanation = replace(explanation, columns=(rounded,))
    (hint,) = report_data(replace(result, labels=MONTHS), explanation=explanation).undoable
    assert hint.words == "divided by 2.54 (rounded to 1 digit, as January is)"
    assert hint.code == ('repaired["x"] = (query["x"] / 2.54).round(1)',)


def test_without_labels_nothing_changes():
    data = report_data(*clinic()[:1], explanation=clinic()[1])
    assert relabeled(data) is data
