"""Our own shifts for training, beside the paper's T1 to T8 and unlike all of E1 to E10.

Columns of numbers or levels that changed as a whole are ``OWN_MANIPULATIONS``; faults as tables of
people have them, in few cells, few rows or a group of columns, are ``FAULT_MANIPULATIONS``.
"""

from __future__ import annotations

from featureshift.simulate.manipulation import Manipulation
from featureshift.simulate.own.groups import GroupResample
from featureshift.simulate.own.levels import LevelShare, MergedLevels, RandomLevels, RenamedLevels
from featureshift.simulate.own.missing import ConstantFill, ImputedCells, LostCells
from featureshift.simulate.own.outliers import BeyondRange, Sentinel, WrongFactor, WrongSign
from featureshift.simulate.own.parts import GroupPart, PartOfRows, ResampledPart
from featureshift.simulate.own.prediction import LinearPrediction
from featureshift.simulate.own.relations import MixedRows, PartialShuffle, RowLag, SwappedColumns
from featureshift.simulate.own.results import ResultFactor, ResultResample
from featureshift.simulate.own.values import (
    Clipping,
    CoarserGrid,
    Offset,
    PowerWarp,
    SmallNoise,
    UnitFactor,
)
from featureshift.simulate.training import TRAINING_MANIPULATIONS

OWN_MANIPULATIONS: tuple[Manipulation, ...] = (
    UnitFactor("unit-factor"),
    Offset("offset"),
    Clipping("clipping"),
    CoarserGrid("coarser-grid"),
    SmallNoise("small-noise"),
    PowerWarp("power-warp"),
    PartialShuffle("partial-shuffle"),
    SwappedColumns("swapped-columns"),
    RowLag("row-lag"),
    MixedRows("blend"),
    LinearPrediction("linear-prediction"),
    ConstantFill("constant-fill"),
    LostCells("lost-cells"),
    ImputedCells("imputed-cells"),
    RenamedLevels("renamed-levels"),
    MergedLevels("merged-levels"),
    RandomLevels("random-levels"),
    LevelShare("level-share"),
)

_RESAMPLING = tuple(each for each in TRAINING_MANIPULATIONS if each.resamples)
_CHANGING = (
    *(each for each in TRAINING_MANIPULATIONS if not each.resamples),
    *OWN_MANIPULATIONS,
)

FAULT_MANIPULATIONS: tuple[Manipulation, ...] = (
    WrongFactor("wrong-factor"),
    WrongSign("wrong-sign"),
    Sentinel("sentinel"),
    BeyondRange("beyond-range"),
    GroupResample("group-resampled"),
    PartOfRows("part-of-rows", inner=_CHANGING),
    ResampledPart("part-resampled", inner=_RESAMPLING),
    GroupPart("group-part-resampled", inner=_RESAMPLING),
    ResultResample("result-resampled"),
    ResultFactor("result-factor"),
)
"""Drawn where the configuration of a training says so."""
