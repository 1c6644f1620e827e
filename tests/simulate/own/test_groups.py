"""Columns of a group joined to wrong rows."""

import numpy as np

from ..effects import among, apply, with_others


def test_relations_across_the_cut_break_and_those_within_stay(continuous):
    new = apply("group-resampled", continuous)
    assert among(new).min() > 0.6
    assert np.abs(with_others(new, continuous)).max() < 0.15
    assert with_others(continuous.chosen_query, continuous).min() > 0.6


def test_rows_come_from_the_reference(continuous):
    known = {row.tobytes() for row in continuous.chosen_reference}
    assert all(row.tobytes() in known for row in apply("group-resampled", continuous))
