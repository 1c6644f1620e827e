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

__version__ = "0.1.0"

_HOMES = {
    "localize": "featureshift.localizers",
    "methods": "featureshift.localizers",
    "Localizer": "featureshift.localizers",
    "Localization": "featureshift.localizers",
    "GraphNet": "featureshift.localizers.graphnet",
    "FSLNet": "featureshift.localizers.fslnet",
    "SMThreshold": "featureshift.localizers.thresholded",
    "DataFix": "featureshift.localizers.datafix",
    "MBSM": "featureshift.localizers.mb_sm",
    "MBKS": "featureshift.localizers.mb_ks",
    "KNNKS": "featureshift.localizers.knn_ks",
    "DeepSM": "featureshift.localizers.deep_score",
    "MutualInformation": "featureshift.localizers.mutual_information",
    "SelectKBest": "featureshift.localizers.select_k_best",
    "MRMR": "featureshift.localizers.redundancy",
    "FastCMIM": "featureshift.localizers.cmim",
    "FeatureshiftError": "featureshift.errors",
}

if TYPE_CHECKING:
    from featureshift.errors import FeatureshiftError
    from featureshift.localizers import Localization, Localizer, localize, methods
    from featureshift.localizers.cmim import FastCMIM
    from featureshift.localizers.datafix import DataFix
    from featureshift.localizers.deep_score import DeepSM
    from featureshift.localizers.fslnet import FSLNet
    from featureshift.localizers.graphnet import GraphNet
    from featureshift.localizers.knn_ks import KNNKS
    from featureshift.localizers.mb_ks import MBKS
    from featureshift.localizers.mb_sm import MBSM
    from featureshift.localizers.mutual_information import MutualInformation
    from featureshift.localizers.redundancy import MRMR
    from featureshift.localizers.select_k_best import SelectKBest
    from featureshift.localizers.thresholded import SMThreshold

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
    "MutualInformation",
    "SMThreshold",
    "SelectKBest",
    "__version__",
    "localize",
    "methods",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'featureshift' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
