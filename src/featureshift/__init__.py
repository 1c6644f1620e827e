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
    "SMThreshold": "featureshift.localizers",
    "FeatureshiftError": "featureshift.errors",
}

if TYPE_CHECKING:
    from featureshift.errors import FeatureshiftError
    from featureshift.localizers import Localization, Localizer, SMThreshold, localize, methods

__all__ = [
    "FeatureshiftError",
    "Localization",
    "Localizer",
    "SMThreshold",
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
