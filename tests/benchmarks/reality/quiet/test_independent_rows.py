import numpy as np

from benchmarks.reality.quiet.independent_rows import heavy_tails, missing_cells, related_numbers


def test_heavy_tails_reach_far():
    table = heavy_tails(np.random.default_rng(0)).reference
    spread = table.quantile(0.75) - table.quantile(0.25)
    assert ((table.max() - table.median()) / spread).min() > 4


def test_cells_are_missing_as_often_in_both_tables():
    case = missing_cells(np.random.default_rng(1))
    shares = [table.isna().mean() for table in (case.reference, case.query)]
    assert shares[0].max() > 0.2
    assert (shares[0] == 0).any()
    assert (shares[0] - shares[1]).abs().max() < 0.1


def test_widths_differ():
    widths = [related_numbers(np.random.default_rng(seed)).query.shape[1] for seed in range(12)]
    assert min(widths) < 20
    assert max(widths) > 40
