"""Our own shifts for training, beside the paper's T1 to T8 and unlike all of E1 to E10."""

from __future__ import annotations

from featureshift.simulate.manipulation import Manipulation
from featureshift.simulate.own_levels import LevelShare, MergedLevels, RandomLevels, RenamedLevels
from featureshift.simulate.own_missing import ConstantFill, ImputedCells, LostCells
from featureshift.simulate.own_prediction import LinearPrediction
from featureshift.simulate.own_relations import MixedRows, PartialShuffle, RowLag, SwappedColumns
from featureshift.simulate.own_values import (
    Clipping,
    CoarserGrid,
    Offset,
    PowerWarp,
    SmallNoise,
    UnitFactor,
)

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
