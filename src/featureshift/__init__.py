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
    "Localization": "featureshift.result",
    "Localizer": "featureshift.methods.base",
    "MethodInfo": "featureshift.methods.base",
    "Scores": "featureshift.methods.base",
    "check_localizer": "featureshift.methods.checks",
    "GraphNet": "featureshift.methods.graphnet.localizer",
    "FSLNet": "featureshift.methods.fslnet.localizer",
    "SMThreshold": "featureshift.methods.baselines.sm_threshold",
    "DataFix": "featureshift.methods.baselines.datafix",
    "MBSM": "featureshift.methods.baselines.mb_sm",
    "MBKS": "featureshift.methods.baselines.mb_ks",
    "KNNKS": "featureshift.methods.baselines.knn_ks",
    "DeepSM": "featureshift.methods.baselines.deep_sm",
    "MutualInformation": "featureshift.methods.baselines.mutual_info",
    "SelectKBest": "featureshift.methods.baselines.select_k_best",
    "MRMR": "featureshift.methods.baselines.mrmr",
    "FastCMIM": "featureshift.methods.baselines.fast_cmim",
    "FeatureshiftError": "featureshift.errors",
}

if TYPE_CHECKING:
    from featureshift.errors import FeatureshiftError
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
    from featureshift.result import Localization

__all__ = [
    "KNNKS",
    "MBKS",
    "MBSM",
    "MRMR",
    "DataFix",
    "DeepSM",
    "FSLNet",
    "FastCMIM",
    "FeatureshiftError",
    "GraphNet",
    "Localization",
    "Localizer",
    "MethodInfo",
    "MutualInformation",
    "SMThreshold",
    "Scores",
    "SelectKBest",
    "__version__",
    "check_localizer",
    "localize",
    "methods",
]


def __getattr__(name: str) -> Any:
    if name == "methods":  # the package, which can be called
        return importlib.import_module("featureshift.methods")
    if name not in _HOMES:
        raise AttributeError(f"module 'featureshift' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
