import pytest

from featureshift.errors import OptionError
from featureshift.explain import Diagnosis
from featureshift.explain.diagnoses import DIAGNOSES
from featureshift.repair.plan import plan_repair
from featureshift.repair.registry import LOST, REPAIRS
from tests.repair.made import explained, result_of


def test_every_diagnosis_can_be_undone_or_says_why_not():
    known = {*REPAIRS, *LOST}
    assert set(DIAGNOSES) - {"type-changed"} <= known
    assert not set(REPAIRS) & set(LOST)


def test_only_what_is_sure_is_done():
    result = result_of(explained("x", "offset", confidence="medium", numbers={"offset": 1.0}))
    plan = plan_repair(result)
    assert plan.steps == ()
    assert "medium confidence only" in plan.left[0].why
    assert len(plan_repair(result, "medium").steps) == 1
    assert len(plan_repair(result, "low").steps) == 1


def test_what_is_left_says_why():
    result = result_of(
        explained("x", "noise"),
        explained("y", "unclear", passenger_of=("x",)),
        not_explained=("z",),
        retyped={"w": Diagnosis("type-changed", "a number became a text", "high")},
    )
    left = {each.column: str(each) for each in plan_repair(result).left}
    assert left == {
        "x": "x: random errors cannot be taken off",
        "y": "y: it only follows 'x'",
        "z": "z: only the most certain columns were looked at",
        "w": "w: a number became a text",
    }


def test_a_confidence_that_is_none():
    with pytest.raises(OptionError, match="unknown confidence 'sure'"):
        plan_repair(result_of(), "sure")


def test_what_another_step_mends_is_not_left():
    both = {"x": "y", "y": "x"}
    result = result_of(
        explained("x", "swapped", renames=both),
        explained("y", "swapped", confidence="medium", renames=both),
    )
    plan = plan_repair(result)
    assert [step.step.columns for step in plan.steps] == [("x", "y")]
    assert plan.left == ()
