import numpy as np

from benchmarks.reality.populations.public import independent
from benchmarks.reality.quiet.public_tables import split, split_groups


def test_no_group_is_in_both_tables():
    rng = np.random.default_rng(0)
    for _ in range(4):
        case = split_groups(rng)
        column = case.options["groups"]
        assert not {*case.reference[column]} & {*case.query[column]}
        assert min(len(case.reference), len(case.query)) > 300


def test_a_split_holds_every_row_once():
    case = split(np.random.default_rng(0), "wine")
    assert len(case.reference) + len(case.query) == len(independent("wine"))
    assert case.query["target"].nunique() == 3
