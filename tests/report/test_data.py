import dataclasses

import pytest

from featureshift.repair import Hint
from featureshift.report.data import State


def test_every_state_has_words():
    assert len({state.words for state in State}) == len(State)


def test_culprits_and_passengers_are_all_explained(clinic):
    assert clinic.culprits + clinic.passengers == clinic.explained
    assert [column.feature for column in clinic.passengers] == ["bmi"]


def test_a_column_that_is_undone_twice_has_what_is_done_first(clinic):
    first, second = Hint(("a", "b"), "exchanged", ()), Hint(("b",), "renamed", ())
    data = dataclasses.replace(clinic, undoable=(first, second))
    assert data.undo_of == {"a": first, "b": first}


def test_data_is_frozen(clinic):
    with pytest.raises(dataclasses.FrozenInstanceError):
        clinic.verdict = "no shift"
