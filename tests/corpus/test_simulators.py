"""What holds for every simulator."""

from __future__ import annotations

import numpy as np
import pytest

from featureshift.corpus import EVALUATION_SIMULATORS, TRAINING_SIMULATORS
from featureshift.simulate import make_pair

ALL = {**TRAINING_SIMULATORS, **EVALUATION_SIMULATORS}
EVERY = pytest.mark.parametrize("simulator", ALL.values(), ids=ALL)


@EVERY
def test_shape_and_finite_values(simulator):
    for seed in range(5):
        table = simulator(30, 7, np.random.default_rng(seed))
        assert table.values.shape == (30, 7)
        assert np.isfinite(table.values).all()


@EVERY
def test_same_seed_same_table_other_seed_another(simulator):
    first, again, other = (simulator(30, 7, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first.sha256 == again.sha256
    assert first.sha256 != other.sha256


@EVERY
def test_a_pair_can_be_made(simulator):
    table = simulator(40, 9, np.random.default_rng(0))
    pair = make_pair(table.values, table.categorical, "E2", 0.25, np.random.default_rng(0))
    assert pair.query.shape == (20, 9)


def test_only_the_benchmarks_tables_are_evaluation_only():
    flags = {
        name: simulator(4, 3, np.random.default_rng(0)).provenance.evaluation_only
        for name, simulator in ALL.items()
    }
    assert {name for name, flag in flags.items() if flag} == set(EVALUATION_SIMULATORS)
