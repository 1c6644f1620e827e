"""One interface, all methods: two tables in, a :class:`Localization` out."""

from featureshift.localizers.base import Localizer, MethodInfo, Scores
from featureshift.localizers.checks import check_localizer
from featureshift.localizers.registry import LOCALIZERS, localize, make_localizer, methods
from featureshift.localizers.result import Localization, RowsUsed
from featureshift.localizers.thresholded import SMThreshold

__all__ = [
    "LOCALIZERS",
    "Localization",
    "Localizer",
    "MethodInfo",
    "RowsUsed",
    "SMThreshold",
    "Scores",
    "check_localizer",
    "localize",
    "make_localizer",
    "methods",
]
