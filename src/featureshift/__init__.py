"""Which columns does the distribution shift between two tables come from?

>>> import numpy as np
>>> import featureshift as fs
>>> rng = np.random.default_rng(0)
>>> reference, query = rng.normal(size=(1000, 5)), rng.normal(size=(1000, 5))
>>> query[:, 3] *= 2
>>> fs.localize(reference, query).shifted_features
('x3',)

Names are loaded when first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# Not when first used, as the other names: a module of the same name would hide the function.
from featureshift.localize import localize

__version__ = "0.1.0"

_HOMES = {
    "Comparison": "featureshift.comparing.comparison",
    "DropShifted": "featureshift.drop_shifted",
    "Localization": "featureshift.result",
    "Localizer": "featureshift.methods.base",
    "MethodInfo": "featureshift.methods.base",
    "Profile": "featureshift.tables.profile",
    "Scale": "featureshift.decide",
    "Scores": "featureshift.methods.base",
    "check_localizer": "featureshift.methods.checks",
    "compare": "featureshift.comparing",
    "compare_groups": "featureshift.comparing",
    "compare_split": "featureshift.comparing",
    "load_profile": "featureshift.tables.profile.file",
    "profile": "featureshift.profiling",
    "FeatureshiftError": "featureshift.errors",
    "read_table": "featureshift.tables.read_table",
    "ShiftFound": "featureshift.errors",
}
"""Where public names live. Classes of methods are found by the registry of methods."""

if TYPE_CHECKING:
    from featureshift.comparing import compare, compare_groups, compare_split
    from featureshift.comparing.comparison import Comparison
    from featureshift.decide import Scale
    from featureshift.drop_shifted import DropShifted
    from featureshift.errors import FeatureshiftError, ShiftFound
    from featureshift.methods.base import Localizer, MethodInfo, Scores
    from featureshift.methods.baselines.datafix import DataFix
    from featureshift.methods.baselines.deep_sm import DeepSM
    from featureshift.methods.baselines.fast_cmim import FastCMIM
    from featureshift.methods.baselines.knn_ks import KNNKS
    from featureshift.methods.baselines.mb_ks import MBKS
    from featureshift.methods.baselines.mb_sm import MBSM
    from featureshift.methods.baselines.mrmr import MRMR
    from featureshift.methods.baselines.mutual_info import MutualInformation
    from featureshift.methods.baselines.select_k_best import SelectKBest
    from featureshift.methods.baselines.sm_threshold import SMThreshold
    from featureshift.methods.checks import check_localizer
    from featureshift.methods.fslnet.localizer import FSLNet
    from featureshift.methods.graphnet.localizer import GraphNet
    from featureshift.methods.registry import methods
    from featureshift.profiling import profile
    from featureshift.result import Localization
    from featureshift.tables.profile import Profile
    from featureshift.tables.profile.file import load_profile
    from featureshift.tables.read_table import read_table

__all__ = [
    "KNNKS",
    "MBKS",
    "MBSM",
    "MRMR",
    "Comparison",
    "DataFix",
    "DeepSM",
    "DropShifted",
    "FSLNet",
    "FastCMIM",
    "FeatureshiftError",
    "GraphNet",
    "Localization",
    "Localizer",
    "MethodInfo",
    "MutualInformation",
    "Profile",
    "SMThreshold",
    "Scale",
    "Scores",
    "SelectKBest",
    "ShiftFound",
    "__version__",
    "check_localizer",
    "compare",
    "compare_groups",
    "compare_split",
    "load_profile",
    "localize",
    "methods",
    "profile",
    "read_table",
]


def __getattr__(name: str) -> Any:
    if name == "methods":  # the package, which can be called
        return importlib.import_module("featureshift.methods")
    home = _HOMES.get(name) or _classes().get(name)
    if home is None:
        raise AttributeError(f"module 'featureshift' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_classes()})


def _classes() -> dict[str, str]:
    """Class of a built-in method -> its module."""
    from featureshift.methods.registry import METHODS

    places = (place.partition(":") for place in METHODS.values())
    return {name: f"featureshift.methods.{module}" for module, _, name in places}
