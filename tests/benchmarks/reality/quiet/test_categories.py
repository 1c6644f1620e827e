import numpy as np

from benchmarks.reality.quiet.categories import few_categories, many_levels


def test_many_levels_are_new_to_the_reference_by_chance_alone():
    new = []
    for seed in range(5):
        case = many_levels(np.random.default_rng(seed))
        assert 300 <= len(case.query) <= 1000
        new.append(len({*case.query["code1"]} - {*case.reference["code1"]}))
    assert max(new) > 50


def test_few_categories_share_their_levels():
    case = few_categories(np.random.default_rng(0))
    assert {*case.query["c1"]} == {*case.reference["c1"]}
