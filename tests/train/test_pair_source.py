"""Pairs that GraphNet is trained on."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from featureshift.corpus.kinds import TABLE_KINDS
from featureshift.errors import OptionError, UnknownNameError
from featureshift.simulate import FAULTS, MANIPULATIONS, OWN, TRAINING
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


KNOWN = [
    (None, 74, 75, 17, 0),
    ("unit-factor", 30, 227, 247, 22),
    ("imputed-cells", 4484, 4485, 19, 1),
    ("T6", 4843, 3531, 15, 4),
    ("T5", 10581, 10581, 44, 7),
    ("T6", 1840, 1840, 141, 5),
    ("T5", 424, 424, 23, 6),
    (None, 129, 5841, 201, 0),
    ("several", 619, 30, 286, 120),
    ("lost-cells", 1465, 1466, 18, 3),
    ("swapped-columns", 4835, 4836, 13, 6),
    ("several", 30, 2875, 42, 7),
    (None, 163, 164, 244, 0),
    (None, 6139, 919, 170, 0),
    ("T2", 2484, 2484, 24, 1),
    ("clipping", 696, 48, 146, 73),
]
"""Manipulation, rows of the reference, rows of the query, features, shifted features."""


def test_shares_of_nothing_cost_no_random_number():
    """What was drawn before kinds, faults and few rows were known, from simulated tables."""
    source = PairSource(None, CorpusConfig(algebraic_inputs=(1, 2, 5)), PairConfig(copula=0.1))
    found = [source.draw(np.random.default_rng(seed)) for seed in range(len(KNOWN))]
    assert [
        (pair.manipulation, len(pair.reference), *pair.query.shape, int(pair.shifted.sum()))
        for pair in found
    ] == KNOWN


def test_kinds_come_as_often_as_asked_for():
    shares = {"closed": 0.5, "levels": 0.25}
    source = PairSource(None, CorpusConfig(), replace(CONFIG, kinds=shares))
    rng = np.random.default_rng(0)
    drawn = Counter(source._kind(rng) for _ in range(2000))
    assert {name: round(count / 2000, 1) for name, count in drawn.items()} == {
        "closed": 0.5,
        "levels": 0.2,
        None: 0.3,
    }


@pytest.mark.parametrize("kind", TABLE_KINDS)
def test_pairs_of_every_kind_with_and_without_faults(kind):
    found = pairs(40, kinds={kind: 1.0}, faults=0.5, few=0.2, max_cells=100_000)
    assert any(pair.manipulation in FAULTS for pair in found)
    assert any(pair.manipulation is None for pair in found)
    for pair in found:
        assert (pair.changed <= pair.shifted).all()
        assert np.isfinite(pair.reference[~np.isnan(pair.reference)]).all()
        assert np.isfinite(pair.query[~np.isnan(pair.query)]).all()


def test_wrong_kinds_and_shares_are_refused():
    with pytest.raises(UnknownNameError, match="closed"):
        PairConfig(kinds={"close": 0.1})
    with pytest.raises(OptionError, match="kinds"):
        PairConfig(kinds={"closed": 0.7, "levels": 0.7})


@pytest.mark.parametrize("name", ["E3", "group-resample"])
def test_only_training_shifts_can_be_emphasized(name):
    with pytest.raises(UnknownNameError, match="training shift"):
        PairConfig(emphasis={name: 2.0})


def test_few_rows_in_one_table():
    found = pairs(150, few=1.0, unshifted=1.0, few_rows=(10, 100), features=(6, 8))
    shorter = [min(len(pair.reference), len(pair.query)) for pair in found]
    ratios = [max(len(p.reference), len(p.query)) / s for p, s in zip(found, shorter, strict=True)]
    assert 10 <= min(shorter) < 15
    assert 70 < max(shorter) <= 100
    assert min(ratios) < 2
    assert 400 < max(ratios) <= 1000
    assert 0.3 < np.mean([len(p.query) < len(p.reference) for p in found]) < 0.7


def test_faults_are_drawn_where_they_have_something_to_strike():
    def names(**changes):
        drawn = pairs(150, faults=1.0, several=0.0, unshifted=0.0, **changes)
        return {pair.manipulation for pair in drawn} - {None}

    derived = {name for name in FAULTS if MANIPULATIONS[name].aim == "derived"}
    assert names(kinds={"results": 1.0}) == set(FAULTS)
    assert names(copula=1.0) == set(FAULTS) - derived
