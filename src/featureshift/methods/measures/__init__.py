"""Mergeable maps: what a table's columns look like, as [channels, features].

A :class:`Functional` reads blocks of rows and merges across partitions, so that the same code
serves a table in memory, a directory of files and a cluster. :class:`StatisticalMeasures` is the
one FSL-Net starts from; ``MERGES`` bring the maps of reference and query together. A functional of
your own can be held against the contract with :func:`check_functional`.
"""

from featureshift.methods.measures.checks import check_functional
from featureshift.methods.measures.functional import Block, FloatMap, Functional
from featureshift.methods.measures.grid import GridState, UniformGrid
from featureshift.methods.measures.marginal import Measure
from featureshift.methods.measures.merging import EPSILON, MERGES
from featureshift.methods.measures.missing import MissingShare
from featureshift.methods.measures.moments import CentralMoments, MomentState
from featureshift.methods.measures.statistical import MEASURES, PAPER_MEASURES, StatisticalMeasures

__all__ = [
    "EPSILON",
    "MEASURES",
    "MERGES",
    "PAPER_MEASURES",
    "Block",
    "CentralMoments",
    "FloatMap",
    "Functional",
    "GridState",
    "Measure",
    "MissingShare",
    "MomentState",
    "StatisticalMeasures",
    "UniformGrid",
    "check_functional",
]
