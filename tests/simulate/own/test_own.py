"""What holds for all of our own shifts: none does what an evaluation manipulation does."""

from __future__ import annotations

import re

import numpy as np
import pytest

from featureshift.simulate import (
    EVALUATION_CATEGORICAL,
    EVALUATION_CONTINUOUS,
    FAULTS,
    OWN,
    RESAMPLING,
    Scene,
)
from featureshift.simulate import manipulation_named as named

from ..effects import apply

ALL = (*OWN, *FAULTS)
FIXED = ("E2", "E5", "E9", "E10")
"""Those without chance. For E1, E3, E4, E6, E7 and E8 see the tests of each file."""

CASES = [
    (name, kind)
    for name in ALL
    for kind in ("continuous", "binary", "five_levels")
    if ("continuous" if kind == "continuous" else "categorical") in named(name).applies_to
]


@pytest.mark.parametrize("name", ALL)
def test_names_are_words_with_hyphens(name):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_no_column_comes_out_as_the_evaluation_makes_it(name, kind, request):
    scene: Scene = request.getfixturevalue(kind)
    listed = EVALUATION_CONTINUOUS if kind == "continuous" else EVALUATION_CATEGORICAL
    made = [apply(other, scene) for other in FIXED if other in listed]
    for seed in range(10):
        new = apply(name, scene, seed)
        for other in made:
            assert (new != other).any(axis=0).all()


@pytest.mark.parametrize("name", [name for name, kind in CASES if kind == "continuous"])
def test_none_steps_up_and_down_by_the_amounts_of_the_evaluation(name, continuous):
    for seed in range(10):
        steps = np.abs(apply(name, continuous, seed) - continuous.chosen_query)
        for alpha in (0.02, 0.05, 0.1):
            assert (np.isclose(steps, alpha, atol=1e-6).mean(axis=0) < 0.5).all()


@pytest.mark.parametrize("name", ALL)
def test_weak_and_strong_shifts_both_occur(name, request):
    kind = "continuous" if "continuous" in named(name).applies_to else "five_levels"
    scene: Scene = request.getfixturevalue(kind)
    shifts = []
    for seed in range(15):
        new = apply(name, scene, seed)
        gap = np.where(np.isnan(new), 1, np.abs(new - scene.chosen_query))
        shifts.append(gap.mean(axis=0))
    sizes = np.concatenate(shifts)
    assert (sizes > 0).mean() > 0.9
    if name not in ("swapped-columns", "linear-prediction", *RESAMPLING):
        assert np.quantile(sizes, 0.95) > 2 * np.quantile(sizes, 0.05)
