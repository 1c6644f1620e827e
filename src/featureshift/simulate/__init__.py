"""Simulated feature shifts: manipulations T1 to T8, E1 to E10, our own; labeled pairs, scores."""

from featureshift.simulate.checks import check_manipulation
from featureshift.simulate.manipulation import Manipulation, Scene
from featureshift.simulate.pairs import LabeledPair, choose, make_pair, normalize, shift, split
from featureshift.simulate.registry import (
    EVALUATION_CATEGORICAL,
    EVALUATION_CONTINUOUS,
    FAULTS,
    MANIPULATIONS,
    OWN,
    RESAMPLING,
    TRAINING,
    manipulation_named,
)
from featureshift.simulate.scores import Scores, score

__all__ = [
    "EVALUATION_CATEGORICAL",
    "EVALUATION_CONTINUOUS",
    "FAULTS",
    "MANIPULATIONS",
    "OWN",
    "RESAMPLING",
    "TRAINING",
    "LabeledPair",
    "Manipulation",
    "Scene",
    "Scores",
    "check_manipulation",
    "choose",
    "make_pair",
    "manipulation_named",
    "normalize",
    "score",
    "shift",
    "split",
]
