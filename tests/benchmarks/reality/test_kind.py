from benchmarks.reality.kind import make_case
from benchmarks.reality.kinds import QUIET


def test_runs_differ_and_so_do_kinds_of_one_maker():
    shares = QUIET["shares"]
    cases = [make_case(name, shares, run) for name, run in (("a", 0), ("a", 1), ("b", 0))]
    assert len({case.query.iloc[0, 0] for case in cases}) == 3
