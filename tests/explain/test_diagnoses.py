import pytest

from featureshift.explain.diagnoses import DIAGNOSES, diagnose, follows
from featureshift.explain.evidence import CONFIDENCES
from featureshift.simulate.mishaps import MISHAPS

from .building import case_after, case_of, table


def test_every_mishap_has_a_diagnosis():
    assert set(DIAGNOSES) == set(MISHAPS)


def test_the_simplest_that_fits_comes_first(rng):
    first, *others = diagnose(case_after(rng, lambda t: {"x": t["x"] * 2.54}))
    assert (first.code, first.confidence) == ("scale", "high")
    assert first.numbers == {"factor": 2.54}
    assert all(other.confidence == "low" for other in others)


def test_nothing_happened_is_not_guessed_at(rng):
    (only,) = diagnose(case_after(rng, lambda _: {}))
    assert (only.code, only.confidence) == ("unclear", "low")


def test_unclear_beats_a_guess(rng):
    (only,) = diagnose(case_after(rng, lambda _: {"x": rng.random(2000)}))
    assert only.code == "unclear"
    assert "its distribution and its relations to other columns" in only.words


def test_another_type_comes_before_what_it_did(rng):
    reference, query = table(rng), table(rng)
    case = case_of(
        reference | {"x": reference["x"] > 80}, query | {"x": 1.0 + (query["x"] > 80)}, "x"
    )
    assert [d.code for d in diagnose(case)][:2] == ["type-changed", "offset"]


@pytest.mark.parametrize("name", DIAGNOSES)
def test_every_rule_can_be_silent(rng, name):
    case = case_after(rng, lambda _: {}, name="lonely")
    assert list(DIAGNOSES[name](case)) == [] or diagnose(case)[0].code == "unclear"


def test_passengers_are_told_whom_they_follow():
    assert "'x' and 'y'" in follows(("x", "y")).words
    assert follows(("x",)).confidence in CONFIDENCES
