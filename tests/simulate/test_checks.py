from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.simulate import MANIPULATIONS, check_manipulation
from featureshift.simulate.manipulation import Manipulation


@pytest.mark.parametrize("name", MANIPULATIONS)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_manipulation_keeps_the_contract(name, seed):
    check_manipulation(MANIPULATIONS[name], np.random.default_rng(seed))


@dataclass(frozen=True)
class Loud(Manipulation):
    def _replace(self, scene, rng):
        return scene.chosen_query + 1


@dataclass(frozen=True)
class Forgetful(Manipulation):
    def _replace(self, scene, rng):
        return np.random.default_rng().random(scene.chosen_query.shape)


@dataclass(frozen=True)
class Narrow(Manipulation):
    def _replace(self, scene, rng):
        return scene.chosen_query[:, :1]


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [(Loud, "outside"), (Forgetful, "same generator"), (Narrow, "another shape")],
)
def test_the_check_finds_what_is_broken(broken, complaint, rng):
    with pytest.raises((AssertionError, ValueError), match=f"{complaint}|broadcast"):
        check_manipulation(broken("X"), rng)
