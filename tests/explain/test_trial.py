"""The diagnosis on trial, in small; docs/diagnosis.md has it in full."""

from collections import Counter

import pytest

from featureshift.explain.diagnoses import DIAGNOSES
from featureshift.explain.trial import (
    HELD_OUT,
    TRIALS,
    TUNED_ON,
    Outcome,
    cases,
    confusion,
    outcomes,
    summary,
)
from featureshift.methods.baselines.sm_threshold import SMThreshold


@pytest.fixture(scope="module")
def held_out():
    return list(outcomes(cases(HELD_OUT, per_mishap=3, seed=99, rows=(1000, 2000))))


def test_diagnoses_are_mostly_right_and_hardly_ever_surely_wrong(held_out):
    found = summary(held_out)
    assert found.found == len(held_out) >= 3 * len(TRIALS)
    assert found.right >= 0.85
    assert found.sure_and_wrong <= 0.02


def test_every_diagnosis_is_made(held_out):
    assert {r.said for r in held_out if r.said == r.truth} == {*DIAGNOSES, "unclear"}


def test_tables_looked_at_and_tables_held_out_are_apart():
    assert not set(HELD_OUT) & set(TUNED_ON)


def test_cases_can_be_repeated_and_change_one_column():
    first, again = (next(cases(TUNED_ON, 1, seed=1, codes=["scale"])) for _ in range(2))
    (name,) = first.shifted
    assert first.shifted == again.shifted
    assert (first.query[name] == again.query[name]).all()


def test_a_real_method_may_miss_a_shift():
    trial = cases(("clinic",), 2, seed=3, codes=["shuffled"], rows=(500, 600))
    said = {o.said for o in outcomes(trial, SMThreshold()) if o.truth == "shuffled"}
    assert said == {"not found"}


def test_summary_counts_only_what_was_found():
    right = Outcome("scale", "scale", "high", "t", "x", "")
    missed = right._replace(said="not found", confidence="")
    wrong = right._replace(said="offset")
    assert summary([right, missed, wrong]) == (2, 0.5, 1.0, 0.5)
    assert confusion([right, missed, wrong]) == {
        "scale": Counter({"scale": 1, "not found": 1, "offset": 1})
    }
