import numpy as np

from featureshift.explain.proposals import Proposal, judge, judge_unchanged

from .building import case_after


def test_each_part_is_judged_alone(rng):
    shuffled = judge_unchanged(case_after(rng, lambda t: {"x": rng.permutation(t["x"])}))
    assert shuffled.relation > 10 > 2 > shuffled.margin
    scaled = judge_unchanged(case_after(rng, lambda t: {"x": 2 * t["x"]}))
    assert scaled.margin > 10 > 2 > scaled.relation
    gone = rng.random(2000) < 0.2
    holes = judge_unchanged(case_after(rng, lambda t: {"x": np.where(gone, np.nan, t["x"])}))
    assert holes.missing > 10 > 2 > holes.margin


def test_the_right_mishap_costs_nothing_but_its_parameters(rng):
    case = case_after(rng, lambda t: {"x": 2 * t["x"]})
    right = judge(case, Proposal("", 2 * case.column.reference, 1))
    wrong = judge(case, Proposal("", 3 * case.column.reference, 1))
    assert right.misfit < 3
    assert right.cost == right.misfit + 1
    assert wrong.misfit > 10


def test_what_is_left_open_is_not_judged(rng):
    case = case_after(rng, lambda t: {"x": rng.permutation(t["x"])})
    assert judge(case, Proposal("", case.column.reference, 0, relations_open=True)).relation == 0
