import dataclasses

import pytest

from featureshift.report.data import State


def test_every_state_has_words():
    assert len({state.words for state in State}) == len(State)


def test_culprits_and_passengers_are_all_explained(clinic):
    assert clinic.culprits + clinic.passengers == clinic.explained
    assert [column.feature for column in clinic.passengers] == ["bmi"]


def test_data_is_frozen(clinic):
    with pytest.raises(dataclasses.FrozenInstanceError):
        clinic.verdict = "no shift"
