"""Mergeable maps: what a table's columns look like, as [channels, features].

A :class:`Functional` reads blocks of rows and merges across partitions, so that the same code
serves a table in memory, a directory of files and a cluster. :class:`StatisticalMeasures` is the
one FSL-Net starts from; ``MERGES`` bring the maps of reference and query together. A functional of
your own can be held against the contract with :func:`check_functional`.
"""

from featureshift.descriptors.checks import check_functional
from featureshift.descriptors.functional import Block, FloatMap, Functional
from featureshift.descriptors.grid import GridState, UniformGrid
from featureshift.descriptors.marginal import Measure
from featureshift.descriptors.measures import MEASURES, PAPER_MEASURES, StatisticalMeasures
from featureshift.descriptors.merging import EPSILON, MERGES
from featureshift.descriptors.missing import MissingShare
from featureshift.descriptors.moments import CentralMoments, MomentState

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
