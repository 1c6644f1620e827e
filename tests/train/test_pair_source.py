"""Pairs that GraphNet is trained on."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from featureshift.simulate import OWN, TRAINING
from featureshift.train.pair_source import SEVERAL, PairConfig, PairSource
from featureshift.train.settings import CorpusConfig

CONFIG = PairConfig(features=(10, 30), rows=(80, 300), wide=0.0)


def pairs(count, **changes):
    source = PairSource(None, CorpusConfig(), replace(CONFIG, **changes))
    return [source.draw(np.random.default_rng(seed)) for seed in range(count)]


def test_a_quarter_is_unshifted_and_the_others_are_of_known_kinds():
    names = Counter(pair.manipulation for pair in pairs(300))
    assert 0.2 < names[None] / 300 < 0.45
    assert set(names) <= {None, SEVERAL, *TRAINING, *OWN}
    assert names[SEVERAL] > 5


def test_rows_may_be_shared():
    for pair in pairs(20, shared_rows=1.0, unshifted=1.0, holes=0.0, degenerate=0.0):
        known = {row.tobytes() for row in pair.reference}
        assert all(row.tobytes() in known for row in pair.query)
        assert len(pair.query) <= len(pair.reference)
    sizes = [len(p.query) == len(p.reference) for p in pairs(40, shared_rows=1.0, unshifted=1.0)]
    assert any(sizes)
    assert not all(sizes)


def test_cells_are_missing_in_both_tables_alike():
    shares = [
        [np.isnan(table).mean() for table in (pair.reference, pair.query)]
        for pair in pairs(20, holes=1.0, unshifted=1.0, degenerate=0.0)
    ]
    own, other = np.mean(shares, axis=0)
    assert own > 0.01
    assert own == pytest.approx(other, rel=0.3)


def test_several_manipulations_keep_to_their_own_columns():
    found = [p for p in pairs(200, several=1.0, unshifted=0.0) if p.manipulation == SEVERAL]
    assert len(found) > 50
    assert all(pair.changed.sum() >= 2 for pair in found)
    assert all((pair.changed <= pair.shifted).all() for pair in found)


def test_more_columns_are_shifted_in_some_pairs():
    shares = [p.shifted.mean() for p in pairs(150, large=1.0, several=0.0, unshifted=0.0)]
    assert max(shares) > 0.4
    assert max(p.shifted.mean() for p in pairs(150, large=0.0, several=0.0)) <= 0.3


def test_an_emphasized_manipulation_comes_more_often():
    names = Counter(
        p.manipulation
        for p in pairs(150, emphasis={"offset": 50.0}, own=1.0, several=0.0, unshifted=0.0)
    )
    assert names["offset"] > 50


def test_kinds_may_be_unknown():
    def known(**changes):
        return [
            p.categorical.any()
            for p in pairs(20, rare_binary=1.0, categorical_as_numbers=1.0, **changes)
        ]

    assert not any(known())
    assert all(p.categorical.all() for p in pairs(20, rare_binary=1.0, categorical_as_numbers=0.0))


def test_one_table_may_be_many_times_as_long():
    ratios = [
        len(pair.reference) / len(pair.query)
        for pair in pairs(80, rows=(5000, 9000), equal_halves=0.0, shared_rows=0.0, max_cells=10**6)
    ]
    assert min(ratios) < 1 / 20
    assert max(ratios) > 20
    assert 0.05 < np.mean([1 / 3 < ratio < 3 for ratio in ratios]) < 0.5


def test_some_columns_hold_a_handful_of_values():
    found = pairs(20, holes=1.0, unshifted=1.0, degenerate=0.0, rows=(900, 1000))
    present = np.concatenate([(~np.isnan(pair.reference)).sum(axis=0) for pair in found])
    assert ((present > 0) & (present < 10)).sum() > 5
