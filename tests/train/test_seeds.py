import enum
from itertools import product

import numpy as np
import pytest

from featureshift.errors import OptionError
from featureshift.train.seeds import LIMIT, Branch


def first_draws(branch, seed, *numbers):
    return tuple(branch.generator(seed, *numbers).integers(2**62, size=4))


def test_no_two_names_are_one_branch():
    # An alias would be in the members, but not among those that are iterated over.
    assert list(Branch.__members__.values()) == list(Branch)
    assert len({branch.value for branch in Branch}) == len(Branch)


def test_a_number_given_twice_is_refused():
    with pytest.raises(ValueError, match="duplicate"):
        enum.unique(enum.Enum("Clashing", {"one": 13, "other": 13}))


def test_streams_of_all_branches_seeds_and_numbers_differ():
    drawn = [
        first_draws(branch, seed, *numbers)
        for branch in Branch
        for seed in (0, 1, 13, LIMIT - 1)
        for numbers in product((0, 1, 13, LIMIT - 1), repeat=len(branch.counted))
    ]
    assert len(set(drawn)) == len(drawn) > 400


def test_numpy_takes_seeds_of_two_lengths_for_one_and_a_branch_does_not():
    one, other = ([0, 13, 5], [0, 13, 5, 0])
    assert np.random.default_rng(one).random() == np.random.default_rng(other).random()
    with pytest.raises(TypeError, match="counts by"):
        Branch.GRAPHNET_BATCH.generator(0, 5, 0)
    with pytest.raises(TypeError, match="counts by"):
        Branch.GRAPHNET_TRAINING_COPULA.generator(0, 5)


@pytest.mark.parametrize("seed", [-1, LIMIT])
def test_a_seed_that_would_take_two_places_is_refused(seed):
    with pytest.raises(OptionError, match="out of range"):
        Branch.SPLIT.generator(seed)


def test_a_seed_for_others_is_a_draw_of_the_branch():
    drawn = Branch.FSLNET_WEIGHTS.generator(3).integers(2**62)
    assert Branch.FSLNET_WEIGHTS.seed(3) == drawn
