from __future__ import annotations

import pytest

from featureshift.errors import UnknownNameError
from featureshift.simulate import (
    EVALUATION_CATEGORICAL,
    EVALUATION_CONTINUOUS,
    FAULTS,
    MANIPULATIONS,
    OWN,
    RESAMPLING,
    TRAINING,
    manipulation_named,
)
from featureshift.simulate.neighbors import NeighborManipulation

TABLES = {
    **dict.fromkeys(["T1", "T2", "T4", "T7", "E1", "E4.1", "E4.2", "E4.3", "E5", "E9"], "cont."),
    **dict.fromkeys(["T8", "E6.1", "E6.2", "E6.3", "E10"], "cat."),
    **dict.fromkeys(["T3", "T5", "T6", "E2", "E3", "E7", "E8"], "both"),
}


def test_the_paper_tables_are_complete_and_apply_to_the_data_they_say():
    kinds = {
        "cont.": {"continuous"},
        "cat.": {"categorical"},
        "both": {"continuous", "categorical"},
    }
    assert {name: m.applies_to for name, m in MANIPULATIONS.items() if name in TABLES} == {
        name: kinds[kind] for name, kind in TABLES.items()
    }


def test_the_evaluation_lists_are_those_of_the_kind():
    evaluation = [m for m in MANIPULATIONS.values() if m.name not in (*TRAINING, *OWN, *FAULTS)]
    for names, kind in (
        (EVALUATION_CONTINUOUS, "continuous"),
        (EVALUATION_CATEGORICAL, "categorical"),
    ):
        assert list(names) == [m.name for m in evaluation if kind in m.applies_to]
    assert (len(EVALUATION_CONTINUOUS), len(EVALUATION_CATEGORICAL)) == (10, 8)


def test_training_never_meets_an_evaluation_manipulation():
    evaluation = {*EVALUATION_CONTINUOUS, *EVALUATION_CATEGORICAL}
    assert evaluation.isdisjoint(TRAINING)
    training = [MANIPULATIONS[name] for name in TRAINING]
    by_neighbors = [m for m in training if isinstance(m, NeighborManipulation)]
    assert {m.name for m in by_neighbors} == {"T7", "T8"}
    for m in by_neighbors:
        assert set(m.ks) == {1, 2, 3, 4, 7, 8, 9}
    assert MANIPULATIONS["E9"].ks == MANIPULATIONS["E10"].ks == (5,)
    # Apart from k-NN, no class serves both.
    classes = {type(m) for m in training if m not in by_neighbors}
    assert classes.isdisjoint({type(MANIPULATIONS[name]) for name in evaluation})


def test_our_own_shifts_are_in_no_list_of_the_paper():
    evaluation = {*EVALUATION_CONTINUOUS, *EVALUATION_CATEGORICAL}
    assert {*OWN, *FAULTS}.isdisjoint({*TRAINING, *evaluation})
    assert set(MANIPULATIONS) == {*TRAINING, *evaluation, *OWN, *FAULTS}
    assert TRAINING == ("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8")
    own = {type(manipulation_named(name)) for name in (*OWN, *FAULTS)}
    assert own.isdisjoint({type(MANIPULATIONS[name]) for name in evaluation})


def test_whoever_draws_from_the_reference_says_so():
    assert set(RESAMPLING) == {
        *("T3", "T6", "group-resampled", "part-resampled", "group-part-resampled"),
        "result-resampled",
    }


def test_an_unknown_name_offers_the_nearest():
    with pytest.raises(UnknownNameError, match=r"E4\.1"):
        manipulation_named("E4.4")
