from dataclasses import replace

import numpy as np

from featureshift.report.columns import column_table
from featureshift.report.data import State
from featureshift.tables import Note

from .made import clinic, localization


def test_compared_by_score_then_left_out():
    result, explanation = clinic()
    table = column_table(result, explanation.columns)
    assert table.names[:4] == ("glucose", "weight_kg", "smoker", "bmi")
    assert table.names[-2:] == ("patient_id", "pulse")
    assert table.scores[-2:] == (None, None)
    assert list(table.scores[:-2]) == sorted(table.scores[:-2], reverse=True)
    assert [state.words for state in table.states[2:5]] == ["shifted", "passenger", "not shifted"]
    assert table.states[-1] is State.LEFT_OUT
    assert table.effects[:2] == (0.9, 0.79)
    assert table.effects[-1] is None


def test_effects_that_were_not_measured_are_unknown():
    result = replace(localization(["a", "b"], 1), effect_values=np.array([0.5, np.nan]))
    assert column_table(result, ()).effects == (0.5, None)


def test_remarks_are_diagnoses_and_notes():
    result, explanation = clinic()
    table = column_table(result, explanation.columns)
    assert table.remarks[0] == "values are multiplied by 0.056"
    assert table.remarks[3] == "follows weight_kg: a passenger, not a culprit"
    assert table.remarks[9].startswith("is an identifier")
    assert 5 not in table.remarks


def test_several_notes_on_one_column_are_joined():
    notes = (Note("a", "x", "is odd"), Note("a", "y", "is new"), Note(None, "z", "all is well"))
    assert column_table(localization(["a", "b"], 0, notes=notes), ()).remarks == {
        0: "is odd; is new"
    }
